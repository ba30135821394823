-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/rack-groups/: 1
-- GET /api/dcim/rack-groups/{id}/: 2
-- GET /api/dcim/rack-groups/?depth=1: 1, dcim.location, dcim.rackgroup
-- GET /api/dcim/rack-groups/?parent=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."tree_ids",
  "t"."tree_names",
  "t"."tree_order",
  "t"."name",
  "t"."description",
  "t"."parent",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_location"."tree_names" AS "location.tree_names",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "rack" c
    WHERE
      "c"."rack_group" = t.id
  ) AS "rack_count"
FROM
  "rackgroup" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
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
  "t"."name",
  "t"."description",
  "t"."parent",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_location"."tree_names" AS "location.tree_names",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "rack" c
    WHERE
      "c"."rack_group" = t.id
  ) AS "rack_count"
FROM
  "rackgroup" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name"
FROM
  "rackgroup" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "rackgroup" t
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
  "t"."name",
  "t"."description",
  "t"."parent",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_location"."tree_names" AS "location.tree_names",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "rack" c
    WHERE
      "c"."rack_group" = t.id
  ) AS "rack_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "rackgroup" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
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
  "t"."name",
  "t"."description",
  "t"."parent",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_location"."tree_names" AS "location.tree_names"
FROM
  "rackgroup" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
