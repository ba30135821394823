-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/config-context-schemas/: 1
-- GET /api/extras/config-context-schemas/{id}/: 2
-- GET /api/extras/config-context-schemas/?depth=1: 1
-- GET /api/extras/config-context-schemas/?q=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."owner_content_type",
  "t"."name",
  "t"."description",
  "t"."data_schema",
  "t"."owner_object_id",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  NULL AS "owner.display"
FROM
  "configcontextschema" t
WHERE
  true
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."owner_content_type",
  "t"."name",
  "t"."description",
  "t"."data_schema",
  "t"."owner_object_id",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  NULL AS "owner.display"
FROM
  "configcontextschema" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "configcontextschema" t
WHERE
  (
    ("t"."name" COLLATE "default") ILIKE $1
    OR ("t"."description" COLLATE "default") ILIKE $2
    OR ("t"."data_schema"::text COLLATE "default") ILIKE $3
  )
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  $4
OFFSET
  $5;

-- 4
SELECT
  "t"."id",
  "t"."owner_content_type",
  "t"."name",
  "t"."description",
  "t"."data_schema",
  "t"."owner_object_id",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  NULL AS "owner.display"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "configcontextschema" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5
SELECT
  "t"."id",
  "t"."owner_content_type",
  "t"."name",
  "t"."description",
  "t"."data_schema",
  "t"."owner_object_id",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  NULL AS "owner.display"
FROM
  "configcontextschema" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
