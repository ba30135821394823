-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/interface-redundancy-group-associations/: 1
-- GET /api/dcim/interface-redundancy-group-associations/{id}/: 2
-- GET /api/dcim/interface-redundancy-group-associations/?depth=1: 1, dcim.interface, dcim.interfaceredundancygroup
-- GET /api/dcim/interface-redundancy-group-associations/?interface_redundancy_group=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."priority",
  "t"."interface_redundancy_group",
  "t"."interface",
  "t"."created",
  "t"."last_updated",
  "t_interface_redundancy_group"."name" AS "interface_redundancy_group.name",
  "t_interface"."name" AS "interface.name",
  "t_interface_device"."name" AS "interface.device.name",
  "t_interface_device"."tenant" AS "interface.device.tenant",
  NULL AS "interface.device.tenant.name",
  "t_interface_device_location"."tree_names" AS "interface.device.location.tree_names",
  "t_interface"."label" AS "interface.label",
  "t_interface_device"."id" AS "interface.device.id",
  "t_interface_device"."vc_position" AS "interface.device.vc_position",
  "t_interface_device_virtual_chassis"."name" AS "interface.device.virtual_chassis.name",
  "t_interface_device_device_type"."model" AS "interface.device.device_type.model",
  "t_interface_device_device_type_manufacturer"."name" AS "interface.device.device_type.manufacturer.name"
FROM
  "interfaceredundancygroupassociation" t
  JOIN "interfaceredundancygroup" "t_interface_redundancy_group" ON "t_interface_redundancy_group"."id" = "t"."interface_redundancy_group"
  JOIN "interface" "t_interface" ON "t_interface"."id" = "t"."interface"
  JOIN "device" "t_interface_device" ON "t_interface_device"."id" = "t_interface"."device"
  JOIN "location" "t_interface_device_location" ON "t_interface_device_location"."id" = "t_interface_device"."location"
  LEFT JOIN "virtualchassis" "t_interface_device_virtual_chassis" ON "t_interface_device_virtual_chassis"."id" = "t_interface_device"."virtual_chassis"
  JOIN "devicetype" "t_interface_device_device_type" ON "t_interface_device_device_type"."id" = "t_interface_device"."device_type"
  JOIN "manufacturer" "t_interface_device_device_type_manufacturer" ON "t_interface_device_device_type_manufacturer"."id" = "t_interface_device_device_type"."manufacturer"
WHERE
  true
ORDER BY
  "t_interface_redundancy_group"."name" ASC,
  "t"."priority" DESC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."priority",
  "t"."interface_redundancy_group",
  "t"."interface",
  "t"."created",
  "t"."last_updated",
  "t_interface_redundancy_group"."name" AS "interface_redundancy_group.name",
  "t_interface"."name" AS "interface.name",
  "t_interface_device"."name" AS "interface.device.name",
  "t_interface_device"."tenant" AS "interface.device.tenant",
  NULL AS "interface.device.tenant.name",
  "t_interface_device_location"."tree_names" AS "interface.device.location.tree_names",
  "t_interface"."label" AS "interface.label",
  "t_interface_device"."id" AS "interface.device.id",
  "t_interface_device"."vc_position" AS "interface.device.vc_position",
  "t_interface_device_virtual_chassis"."name" AS "interface.device.virtual_chassis.name",
  "t_interface_device_device_type"."model" AS "interface.device.device_type.model",
  "t_interface_device_device_type_manufacturer"."name" AS "interface.device.device_type.manufacturer.name"
FROM
  "interfaceredundancygroupassociation" t
  JOIN "interfaceredundancygroup" "t_interface_redundancy_group" ON "t_interface_redundancy_group"."id" = "t"."interface_redundancy_group"
  JOIN "interface" "t_interface" ON "t_interface"."id" = "t"."interface"
  JOIN "device" "t_interface_device" ON "t_interface_device"."id" = "t_interface"."device"
  JOIN "location" "t_interface_device_location" ON "t_interface_device_location"."id" = "t_interface_device"."location"
  LEFT JOIN "virtualchassis" "t_interface_device_virtual_chassis" ON "t_interface_device_virtual_chassis"."id" = "t_interface_device"."virtual_chassis"
  JOIN "devicetype" "t_interface_device_device_type" ON "t_interface_device_device_type"."id" = "t_interface_device"."device_type"
  JOIN "manufacturer" "t_interface_device_device_type_manufacturer" ON "t_interface_device_device_type_manufacturer"."id" = "t_interface_device_device_type"."manufacturer"
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name"
FROM
  "interfaceredundancygroup" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "interfaceredundancygroupassociation" t
  JOIN "interfaceredundancygroup" "t_interface_redundancy_group" ON "t_interface_redundancy_group"."id" = "t"."interface_redundancy_group"
WHERE
  "t"."interface_redundancy_group" = $1::"uuid"
ORDER BY
  "t_interface_redundancy_group"."name" ASC,
  "t"."priority" DESC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."priority",
  "t"."interface_redundancy_group",
  "t"."interface",
  "t"."created",
  "t"."last_updated",
  "t_interface_redundancy_group"."name" AS "interface_redundancy_group.name",
  "t_interface"."name" AS "interface.name",
  "t_interface_device"."name" AS "interface.device.name",
  "t_interface_device"."tenant" AS "interface.device.tenant",
  NULL AS "interface.device.tenant.name",
  "t_interface_device_location"."tree_names" AS "interface.device.location.tree_names",
  "t_interface"."label" AS "interface.label",
  "t_interface_device"."id" AS "interface.device.id",
  "t_interface_device"."vc_position" AS "interface.device.vc_position",
  "t_interface_device_virtual_chassis"."name" AS "interface.device.virtual_chassis.name",
  "t_interface_device_device_type"."model" AS "interface.device.device_type.model",
  "t_interface_device_device_type_manufacturer"."name" AS "interface.device.device_type.manufacturer.name"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "interfaceredundancygroupassociation" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "interfaceredundancygroup" "t_interface_redundancy_group" ON "t_interface_redundancy_group"."id" = "t"."interface_redundancy_group"
  JOIN "interface" "t_interface" ON "t_interface"."id" = "t"."interface"
  JOIN "device" "t_interface_device" ON "t_interface_device"."id" = "t_interface"."device"
  JOIN "location" "t_interface_device_location" ON "t_interface_device_location"."id" = "t_interface_device"."location"
  LEFT JOIN "virtualchassis" "t_interface_device_virtual_chassis" ON "t_interface_device_virtual_chassis"."id" = "t_interface_device"."virtual_chassis"
  JOIN "devicetype" "t_interface_device_device_type" ON "t_interface_device_device_type"."id" = "t_interface_device"."device_type"
  JOIN "manufacturer" "t_interface_device_device_type_manufacturer" ON "t_interface_device_device_type_manufacturer"."id" = "t_interface_device_device_type"."manufacturer"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."priority",
  "t"."interface_redundancy_group",
  "t"."interface",
  "t"."created",
  "t"."last_updated",
  "t_interface_redundancy_group"."name" AS "interface_redundancy_group.name",
  "t_interface"."name" AS "interface.name",
  "t_interface_device"."name" AS "interface.device.name",
  "t_interface_device"."tenant" AS "interface.device.tenant",
  NULL AS "interface.device.tenant.name",
  "t_interface_device_location"."tree_names" AS "interface.device.location.tree_names",
  "t_interface"."label" AS "interface.label",
  "t_interface_device"."id" AS "interface.device.id",
  "t_interface_device"."vc_position" AS "interface.device.vc_position",
  "t_interface_device_virtual_chassis"."name" AS "interface.device.virtual_chassis.name",
  "t_interface_device_device_type"."model" AS "interface.device.device_type.model",
  "t_interface_device_device_type_manufacturer"."name" AS "interface.device.device_type.manufacturer.name"
FROM
  "interfaceredundancygroupassociation" t
  JOIN "interfaceredundancygroup" "t_interface_redundancy_group" ON "t_interface_redundancy_group"."id" = "t"."interface_redundancy_group"
  JOIN "interface" "t_interface" ON "t_interface"."id" = "t"."interface"
  JOIN "device" "t_interface_device" ON "t_interface_device"."id" = "t_interface"."device"
  JOIN "location" "t_interface_device_location" ON "t_interface_device_location"."id" = "t_interface_device"."location"
  LEFT JOIN "virtualchassis" "t_interface_device_virtual_chassis" ON "t_interface_device_virtual_chassis"."id" = "t_interface_device"."virtual_chassis"
  JOIN "devicetype" "t_interface_device_device_type" ON "t_interface_device_device_type"."id" = "t_interface_device"."device_type"
  JOIN "manufacturer" "t_interface_device_device_type_manufacturer" ON "t_interface_device_device_type_manufacturer"."id" = "t_interface_device_device_type"."manufacturer"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
