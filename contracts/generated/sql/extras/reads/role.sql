-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/roles/: 1
-- GET /api/extras/roles/{id}/: 2
-- GET /api/extras/roles/?depth=1: 1
-- GET /api/extras/roles/?q=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."color",
  "t"."description",
  "t"."weight",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "role" t
WHERE
  true
ORDER BY
  "t"."weight" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."color",
  "t"."description",
  "t"."weight",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "role" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "role" t
WHERE
  (
    ("t"."name" COLLATE "default") ILIKE $1
    OR EXISTS (
      SELECT
        1
      FROM
        unnest("t"."content_types") AS label (label)
      WHERE
        (split_part(label.label, '.', $2) COLLATE "default") ILIKE $3
    )
  )
ORDER BY
  "t"."weight" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  $4
OFFSET
  $5;

-- 4
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."color",
  "t"."description",
  "t"."weight",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "role" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."color",
  "t"."description",
  "t"."weight",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "role" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
