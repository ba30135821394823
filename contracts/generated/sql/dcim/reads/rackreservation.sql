-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/rack-reservations/: 1
-- GET /api/dcim/rack-reservations/{id}/: 2
-- GET /api/dcim/rack-reservations/?depth=1: 1, dcim.rack, extras.tag, tenancy.tenant, users.user
-- GET /api/dcim/rack-reservations/?tenant=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."units",
  "t"."description",
  "t"."rack",
  "t"."tenant",
  "t"."user",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_rack"."name" AS "rack.name",
  "t_rack_rack_group"."name" AS "rack.rack_group.name",
  "t_rack_rack_group_location"."tree_names" AS "rack.rack_group.location.tree_names",
  "t_rack"."facility_id" AS "rack.facility_id"
FROM
  "rackreservation" t
  JOIN "rack" "t_rack" ON "t_rack"."id" = "t"."rack"
  LEFT JOIN "rackgroup" "t_rack_rack_group" ON "t_rack_rack_group"."id" = "t_rack"."rack_group"
  LEFT JOIN "location" "t_rack_rack_group_location" ON "t_rack_rack_group_location"."id" = "t_rack_rack_group"."location"
WHERE
  true
ORDER BY
  "t"."created" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."units",
  "t"."description",
  "t"."rack",
  "t"."tenant",
  "t"."user",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_rack"."name" AS "rack.name",
  "t_rack_rack_group"."name" AS "rack.rack_group.name",
  "t_rack_rack_group_location"."tree_names" AS "rack.rack_group.location.tree_names",
  "t_rack"."facility_id" AS "rack.facility_id"
FROM
  "rackreservation" t
  JOIN "rack" "t_rack" ON "t_rack"."id" = "t"."rack"
  LEFT JOIN "rackgroup" "t_rack_rack_group" ON "t_rack_rack_group"."id" = "t_rack"."rack_group"
  LEFT JOIN "location" "t_rack_rack_group_location" ON "t_rack_rack_group_location"."id" = "t_rack_rack_group"."location"
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "rackreservation" t
WHERE
  "t"."tenant" = $1::"uuid"
ORDER BY
  "t"."created" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 4
SELECT
  "t"."id",
  "t"."units",
  "t"."description",
  "t"."rack",
  "t"."tenant",
  "t"."user",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_rack"."name" AS "rack.name",
  "t_rack_rack_group"."name" AS "rack.rack_group.name",
  "t_rack_rack_group_location"."tree_names" AS "rack.rack_group.location.tree_names",
  "t_rack"."facility_id" AS "rack.facility_id"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "rackreservation" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "rack" "t_rack" ON "t_rack"."id" = "t"."rack"
  LEFT JOIN "rackgroup" "t_rack_rack_group" ON "t_rack_rack_group"."id" = "t_rack"."rack_group"
  LEFT JOIN "location" "t_rack_rack_group_location" ON "t_rack_rack_group_location"."id" = "t_rack_rack_group"."location"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5, of tenancy
SELECT
  "t"."id",
  "t"."name"
FROM
  "tenant" t
WHERE
  "t"."id" = $1::"uuid";

-- 6
SELECT
  "t"."id",
  "t"."units",
  "t"."description",
  "t"."rack",
  "t"."tenant",
  "t"."user",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_rack"."name" AS "rack.name",
  "t_rack_rack_group"."name" AS "rack.rack_group.name",
  "t_rack_rack_group_location"."tree_names" AS "rack.rack_group.location.tree_names",
  "t_rack"."facility_id" AS "rack.facility_id"
FROM
  "rackreservation" t
  JOIN "rack" "t_rack" ON "t_rack"."id" = "t"."rack"
  LEFT JOIN "rackgroup" "t_rack_rack_group" ON "t_rack_rack_group"."id" = "t_rack"."rack_group"
  LEFT JOIN "location" "t_rack_rack_group_location" ON "t_rack_rack_group_location"."id" = "t_rack_rack_group"."location"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
