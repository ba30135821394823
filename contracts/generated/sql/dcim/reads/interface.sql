-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/interfaces/: 1, 2
-- GET /api/dcim/interfaces/{id}/: 3
-- GET /api/dcim/interfaces/?depth=1: 1, 2, dcim.cable, dcim.device, dcim.interface, extras.status
-- GET /api/dcim/interfaces/?status=…: 4, 5, 6
-- inside others: 7

-- 1
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."connected_endpoint_type",
  "t"."connected_endpoint_id",
  "t"."connected_endpoint_reachable",
  "t"."type",
  "t"."mode",
  "t"."mac_address",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."enabled",
  "t"."mtu",
  "t"."mgmt_only",
  "t"."device",
  "t"."cable",
  "t"."status",
  "t"."parent_interface",
  "t"."bridge",
  "t"."lag",
  "t"."untagged_vlan",
  "t"."vrf",
  "t"."tagged_vlans",
  "t"."may_have_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_device"."name" AS "device.name",
  "t_device"."tenant" AS "device.tenant",
  NULL AS "device.tenant.name",
  "t_device_location"."tree_names" AS "device.location.tree_names",
  0::bigint AS "ip_address_count",
  NULL AS "ip_addresses"
FROM
  "interface" t
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
  sum(delta) AS n
FROM
  row_tally
WHERE
  table_name = $1;

-- 3
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."connected_endpoint_type",
  "t"."connected_endpoint_id",
  "t"."connected_endpoint_reachable",
  "t"."type",
  "t"."mode",
  "t"."mac_address",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."enabled",
  "t"."mtu",
  "t"."mgmt_only",
  "t"."device",
  "t"."cable",
  "t"."status",
  "t"."parent_interface",
  "t"."bridge",
  "t"."lag",
  "t"."untagged_vlan",
  "t"."vrf",
  "t"."tagged_vlans",
  "t"."may_have_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_device"."name" AS "device.name",
  "t_device"."tenant" AS "device.tenant",
  NULL AS "device.tenant.name",
  "t_device_location"."tree_names" AS "device.location.tree_names",
  0::bigint AS "ip_address_count",
  NULL AS "ip_addresses"
FROM
  "interface" t
  JOIN "device" "t_device" ON "t_device"."id" = "t"."device"
  JOIN "location" "t_device_location" ON "t_device_location"."id" = "t_device"."location"
WHERE
  t.id = $1;

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "interface" t
  JOIN "device" "t_device" ON "t_device"."id" = "t"."device"
WHERE
  "t"."status" = $1::"uuid"
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
  "t"."connected_endpoint_type",
  "t"."connected_endpoint_id",
  "t"."connected_endpoint_reachable",
  "t"."type",
  "t"."mode",
  "t"."mac_address",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."enabled",
  "t"."mtu",
  "t"."mgmt_only",
  "t"."device",
  "t"."cable",
  "t"."status",
  "t"."parent_interface",
  "t"."bridge",
  "t"."lag",
  "t"."untagged_vlan",
  "t"."vrf",
  "t"."tagged_vlans",
  "t"."may_have_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_device"."name" AS "device.name",
  "t_device"."tenant" AS "device.tenant",
  NULL AS "device.tenant.name",
  "t_device_location"."tree_names" AS "device.location.tree_names",
  0::bigint AS "ip_address_count",
  NULL AS "ip_addresses"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "interface" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "device" "t_device" ON "t_device"."id" = "t"."device"
  JOIN "location" "t_device_location" ON "t_device_location"."id" = "t_device"."location"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6, of extras
SELECT
  "t"."id",
  "t"."name"
FROM
  "status" t
WHERE
  "t"."id" = $1::"uuid";

-- 7
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."connected_endpoint_type",
  "t"."connected_endpoint_id",
  "t"."connected_endpoint_reachable",
  "t"."type",
  "t"."mode",
  "t"."mac_address",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."enabled",
  "t"."mtu",
  "t"."mgmt_only",
  "t"."device",
  "t"."cable",
  "t"."status",
  "t"."parent_interface",
  "t"."bridge",
  "t"."lag",
  "t"."untagged_vlan",
  "t"."vrf",
  "t"."tagged_vlans",
  "t"."may_have_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_device"."name" AS "device.name",
  "t_device"."tenant" AS "device.tenant",
  NULL AS "device.tenant.name",
  "t_device_location"."tree_names" AS "device.location.tree_names",
  0::bigint AS "ip_address_count"
FROM
  "interface" t
  JOIN "device" "t_device" ON "t_device"."id" = "t"."device"
  JOIN "location" "t_device_location" ON "t_device_location"."id" = "t_device"."location"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
