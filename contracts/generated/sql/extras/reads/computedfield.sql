-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/computed-fields/: 1
-- GET /api/extras/computed-fields/{id}/: 2
-- GET /api/extras/computed-fields/?depth=1: 1
-- GET /api/extras/computed-fields/?q=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."content_type",
  "t"."key",
  "t"."label",
  "t"."description",
  "t"."template",
  "t"."fallback_value",
  "t"."weight",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  "computedfield" t
WHERE
  true
ORDER BY
  "t"."weight" ASC,
  "t"."key" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."content_type",
  "t"."key",
  "t"."label",
  "t"."description",
  "t"."template",
  "t"."fallback_value",
  "t"."weight",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  "computedfield" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "computedfield" t
WHERE
  (
    ("t"."label" COLLATE "default") ILIKE $1
    OR ("t"."description" COLLATE "default") ILIKE $2
    OR ("t"."template" COLLATE "default") ILIKE $3
    OR ("t"."fallback_value" COLLATE "default") ILIKE $4
    OR EXISTS (
      SELECT
        1
      FROM
        unnest(ARRAY["t"."content_type"]) AS label (label)
      WHERE
        (split_part(label.label, '.', $5) COLLATE "default") ILIKE $6
    )
    OR EXISTS (
      SELECT
        1
      FROM
        unnest(ARRAY["t"."content_type"]) AS label (label)
      WHERE
        (split_part(label.label, '.', $7) COLLATE "default") ILIKE $8
    )
  )
ORDER BY
  "t"."weight" ASC,
  "t"."key" ASC,
  "t"."id"
LIMIT
  $9
OFFSET
  $10;

-- 4
SELECT
  "t"."id",
  "t"."content_type",
  "t"."key",
  "t"."label",
  "t"."description",
  "t"."template",
  "t"."fallback_value",
  "t"."weight",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "computedfield" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5
SELECT
  "t"."id",
  "t"."content_type",
  "t"."key",
  "t"."label",
  "t"."description",
  "t"."template",
  "t"."fallback_value",
  "t"."weight",
  "t"."advanced_ui",
  "t"."created",
  "t"."last_updated"
FROM
  "computedfield" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
