-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/front-ports/: 1
-- GET /api/dcim/front-ports/{id}/: 2
-- GET /api/dcim/front-ports/?depth=1: 1, dcim.device, dcim.rearport, extras.tag
-- GET /api/dcim/front-ports/?device=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."type",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."rear_port_position",
  "t"."device",
  "t"."cable",
  "t"."rear_port",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_device"."name" AS "device.name",
  "t_device"."tenant" AS "device.tenant",
  NULL AS "device.tenant.name",
  "t_device_location"."tree_names" AS "device.location.tree_names"
FROM
  "frontport" t
  JOIN "device" "t_device" ON "t_device"."id" = "t"."device"
  JOIN "location" "t_device_location" ON "t_device_location"."id" = "t_device"."location"
WHERE
  true
ORDER BY
  "t_device"."natural_name" ASC,
  "t"."natural_name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."type",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."rear_port_position",
  "t"."device",
  "t"."cable",
  "t"."rear_port",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_device"."name" AS "device.name",
  "t_device"."tenant" AS "device.tenant",
  NULL AS "device.tenant.name",
  "t_device_location"."tree_names" AS "device.location.tree_names"
FROM
  "frontport" t
  JOIN "device" "t_device" ON "t_device"."id" = "t"."device"
  JOIN "location" "t_device_location" ON "t_device_location"."id" = "t_device"."location"
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name"
FROM
  "device" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "frontport" t
  JOIN "device" "t_device" ON "t_device"."id" = "t"."device"
WHERE
  "t"."device" = $1::"uuid"
ORDER BY
  "t_device"."natural_name" ASC,
  "t"."natural_name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."type",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."rear_port_position",
  "t"."device",
  "t"."cable",
  "t"."rear_port",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_device"."name" AS "device.name",
  "t_device"."tenant" AS "device.tenant",
  NULL AS "device.tenant.name",
  "t_device_location"."tree_names" AS "device.location.tree_names"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "frontport" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "device" "t_device" ON "t_device"."id" = "t"."device"
  JOIN "location" "t_device_location" ON "t_device_location"."id" = "t_device"."location"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."type",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."rear_port_position",
  "t"."device",
  "t"."cable",
  "t"."rear_port",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_device"."name" AS "device.name",
  "t_device"."tenant" AS "device.tenant",
  NULL AS "device.tenant.name",
  "t_device_location"."tree_names" AS "device.location.tree_names"
FROM
  "frontport" t
  JOIN "device" "t_device" ON "t_device"."id" = "t"."device"
  JOIN "location" "t_device_location" ON "t_device_location"."id" = "t_device"."location"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
