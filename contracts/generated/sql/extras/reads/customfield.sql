-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/custom-fields/: 1
-- GET /api/extras/custom-fields/{id}/: 2
-- GET /api/extras/custom-fields/?depth=1: 1
-- GET /api/extras/custom-fields/?q=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."content_types",
  "t"."type",
  "t"."filter_logic",
  "t"."label",
  "t"."grouping",
  "t"."key",
  "t"."description",
  "t"."required",
  "t"."default",
  "t"."weight",
  "t"."validation_minimum",
  "t"."validation_maximum",
  "t"."validation_regex",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  "customfield" t
WHERE
  true
ORDER BY
  "t"."weight" ASC,
  "t"."label" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."content_types",
  "t"."type",
  "t"."filter_logic",
  "t"."label",
  "t"."grouping",
  "t"."key",
  "t"."description",
  "t"."required",
  "t"."default",
  "t"."weight",
  "t"."validation_minimum",
  "t"."validation_maximum",
  "t"."validation_regex",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  "customfield" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "customfield" t
WHERE
  (
    ("t"."label" COLLATE "default") ILIKE $1
    OR ("t"."description" COLLATE "default") ILIKE $2
  )
ORDER BY
  "t"."weight" ASC,
  "t"."label" ASC,
  "t"."id"
LIMIT
  $3
OFFSET
  $4;

-- 4
SELECT
  "t"."id",
  "t"."content_types",
  "t"."type",
  "t"."filter_logic",
  "t"."label",
  "t"."grouping",
  "t"."key",
  "t"."description",
  "t"."required",
  "t"."default",
  "t"."weight",
  "t"."validation_minimum",
  "t"."validation_maximum",
  "t"."validation_regex",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "customfield" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5
SELECT
  "t"."id",
  "t"."content_types",
  "t"."type",
  "t"."filter_logic",
  "t"."label",
  "t"."grouping",
  "t"."key",
  "t"."description",
  "t"."required",
  "t"."default",
  "t"."weight",
  "t"."validation_minimum",
  "t"."validation_maximum",
  "t"."validation_regex",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  "customfield" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
