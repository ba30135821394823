-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/relationships/: 1
-- GET /api/extras/relationships/{id}/: 2
-- GET /api/extras/relationships/?depth=1: 1
-- GET /api/extras/relationships/?q=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."source_type",
  "t"."destination_type",
  "t"."label",
  "t"."key",
  "t"."description",
  "t"."type",
  "t"."required_on",
  "t"."source_label",
  "t"."source_hidden",
  "t"."source_filter",
  "t"."destination_label",
  "t"."destination_hidden",
  "t"."destination_filter",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  "relationship" t
WHERE
  true
ORDER BY
  "t"."label" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."source_type",
  "t"."destination_type",
  "t"."label",
  "t"."key",
  "t"."description",
  "t"."type",
  "t"."required_on",
  "t"."source_label",
  "t"."source_hidden",
  "t"."source_filter",
  "t"."destination_label",
  "t"."destination_hidden",
  "t"."destination_filter",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  "relationship" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "relationship" t
WHERE
  (
    ("t"."label" COLLATE "default") ILIKE $1
    OR ("t"."description" COLLATE "default") ILIKE $2
  )
ORDER BY
  "t"."label" ASC,
  "t"."id"
LIMIT
  $3
OFFSET
  $4;

-- 4
SELECT
  "t"."id",
  "t"."source_type",
  "t"."destination_type",
  "t"."label",
  "t"."key",
  "t"."description",
  "t"."type",
  "t"."required_on",
  "t"."source_label",
  "t"."source_hidden",
  "t"."source_filter",
  "t"."destination_label",
  "t"."destination_hidden",
  "t"."destination_filter",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "relationship" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5
SELECT
  "t"."id",
  "t"."source_type",
  "t"."destination_type",
  "t"."label",
  "t"."key",
  "t"."description",
  "t"."type",
  "t"."required_on",
  "t"."source_label",
  "t"."source_hidden",
  "t"."source_filter",
  "t"."destination_label",
  "t"."destination_hidden",
  "t"."destination_filter",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  "relationship" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
