-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/location-types/: 1
-- GET /api/dcim/location-types/{id}/: 2
-- GET /api/dcim/location-types/?depth=1: 1, dcim.locationtype
-- GET /api/dcim/location-types/?parent=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."tree_ids",
  "t"."tree_names",
  "t"."tree_order",
  "t"."content_types",
  "t"."name",
  "t"."description",
  "t"."nestable",
  "t"."parent",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "locationtype" t
WHERE
  true
ORDER BY
  "t"."tree_order" [1:10] ASC,
  "t"."tree_order" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."tree_ids",
  "t"."tree_names",
  "t"."tree_order",
  "t"."content_types",
  "t"."name",
  "t"."description",
  "t"."nestable",
  "t"."parent",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "locationtype" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name"
FROM
  "locationtype" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "locationtype" t
WHERE
  "t"."parent" = $1::"uuid"
ORDER BY
  "t"."tree_order" [1:10] ASC,
  "t"."tree_order" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."tree_ids",
  "t"."tree_names",
  "t"."tree_order",
  "t"."content_types",
  "t"."name",
  "t"."description",
  "t"."nestable",
  "t"."parent",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "locationtype" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."tree_ids",
  "t"."tree_names",
  "t"."tree_order",
  "t"."content_types",
  "t"."name",
  "t"."description",
  "t"."nestable",
  "t"."parent",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "locationtype" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
