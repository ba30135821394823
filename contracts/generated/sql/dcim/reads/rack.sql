-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/racks/: 1
-- GET /api/dcim/racks/{id}/: 2
-- GET /api/dcim/racks/?depth=1: 1, dcim.location, dcim.rackgroup, extras.role, extras.status, extras.tag, tenancy.tenant
-- GET /api/dcim/racks/?status=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."type",
  "t"."width",
  "t"."outer_unit",
  "t"."name",
  "t"."natural_name",
  "t"."facility_id",
  "t"."serial",
  "t"."asset_tag",
  "t"."u_height",
  "t"."desc_units",
  "t"."outer_width",
  "t"."outer_depth",
  "t"."comments",
  "t"."status",
  "t"."role",
  "t"."location",
  "t"."rack_group",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_rack_group"."name" AS "rack_group.name",
  "t_rack_group_location"."tree_names" AS "rack_group.location.tree_names",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."rack" = t.id
  ) AS "device_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "powerfeed" c
    WHERE
      "c"."rack" = t.id
  ) AS "power_feed_count"
FROM
  "rack" t
  LEFT JOIN "rackgroup" "t_rack_group" ON "t_rack_group"."id" = "t"."rack_group"
  LEFT JOIN "location" "t_rack_group_location" ON "t_rack_group_location"."id" = "t_rack_group"."location"
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
WHERE
  true
ORDER BY
  "t_location"."natural_name" ASC,
  "t_rack_group"."name" ASC,
  "t"."natural_name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."type",
  "t"."width",
  "t"."outer_unit",
  "t"."name",
  "t"."natural_name",
  "t"."facility_id",
  "t"."serial",
  "t"."asset_tag",
  "t"."u_height",
  "t"."desc_units",
  "t"."outer_width",
  "t"."outer_depth",
  "t"."comments",
  "t"."status",
  "t"."role",
  "t"."location",
  "t"."rack_group",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_rack_group"."name" AS "rack_group.name",
  "t_rack_group_location"."tree_names" AS "rack_group.location.tree_names",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."rack" = t.id
  ) AS "device_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "powerfeed" c
    WHERE
      "c"."rack" = t.id
  ) AS "power_feed_count"
FROM
  "rack" t
  LEFT JOIN "rackgroup" "t_rack_group" ON "t_rack_group"."id" = "t"."rack_group"
  LEFT JOIN "location" "t_rack_group_location" ON "t_rack_group_location"."id" = "t_rack_group"."location"
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "rack" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
  LEFT JOIN "rackgroup" "t_rack_group" ON "t_rack_group"."id" = "t"."rack_group"
WHERE
  "t"."status" = $1::"uuid"
ORDER BY
  "t_location"."natural_name" ASC,
  "t_rack_group"."name" ASC,
  "t"."natural_name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 4
SELECT
  "t"."id",
  "t"."type",
  "t"."width",
  "t"."outer_unit",
  "t"."name",
  "t"."natural_name",
  "t"."facility_id",
  "t"."serial",
  "t"."asset_tag",
  "t"."u_height",
  "t"."desc_units",
  "t"."outer_width",
  "t"."outer_depth",
  "t"."comments",
  "t"."status",
  "t"."role",
  "t"."location",
  "t"."rack_group",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_rack_group"."name" AS "rack_group.name",
  "t_rack_group_location"."tree_names" AS "rack_group.location.tree_names",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."rack" = t.id
  ) AS "device_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "powerfeed" c
    WHERE
      "c"."rack" = t.id
  ) AS "power_feed_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "rack" t ON t.id = found.id
  AND t.xmin = found.version
  LEFT JOIN "rackgroup" "t_rack_group" ON "t_rack_group"."id" = "t"."rack_group"
  LEFT JOIN "location" "t_rack_group_location" ON "t_rack_group_location"."id" = "t_rack_group"."location"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5, of extras
SELECT
  "t"."id",
  "t"."name"
FROM
  "status" t
WHERE
  "t"."id" = $1::"uuid";

-- 6
SELECT
  "t"."id",
  "t"."type",
  "t"."width",
  "t"."outer_unit",
  "t"."name",
  "t"."natural_name",
  "t"."facility_id",
  "t"."serial",
  "t"."asset_tag",
  "t"."u_height",
  "t"."desc_units",
  "t"."outer_width",
  "t"."outer_depth",
  "t"."comments",
  "t"."status",
  "t"."role",
  "t"."location",
  "t"."rack_group",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_rack_group"."name" AS "rack_group.name",
  "t_rack_group_location"."tree_names" AS "rack_group.location.tree_names"
FROM
  "rack" t
  LEFT JOIN "rackgroup" "t_rack_group" ON "t_rack_group"."id" = "t"."rack_group"
  LEFT JOIN "location" "t_rack_group_location" ON "t_rack_group_location"."id" = "t_rack_group"."location"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
