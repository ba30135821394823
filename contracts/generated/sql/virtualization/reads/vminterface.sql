-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/virtualization/interfaces/: 1
-- GET /api/virtualization/interfaces/{id}/: 2
-- GET /api/virtualization/interfaces/?depth=1: 1, extras.status, extras.tag, ipam.vlan, ipam.vrf, virtualization.virtualmachine, virtualization.vminterface
-- GET /api/virtualization/interfaces/?status=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."mode",
  "t"."mac_address",
  "t"."enabled",
  "t"."mtu",
  "t"."name",
  "t"."natural_name",
  "t"."description",
  "t"."status",
  "t"."parent_interface",
  "t"."bridge",
  "t"."virtual_machine",
  "t"."untagged_vlan",
  "t"."vrf",
  "t"."tagged_vlans",
  "t"."may_have_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_virtual_machine_cluster"."name" AS "virtual_machine.cluster.name",
  "t_virtual_machine"."tenant" AS "virtual_machine.tenant",
  NULL AS "virtual_machine.tenant.name",
  "t_virtual_machine"."name" AS "virtual_machine.name",
  NULL AS "ip_addresses"
FROM
  "vminterface" t
  JOIN "virtualmachine" "t_virtual_machine" ON "t_virtual_machine"."id" = "t"."virtual_machine"
  JOIN "cluster" "t_virtual_machine_cluster" ON "t_virtual_machine_cluster"."id" = "t_virtual_machine"."cluster"
WHERE
  true
ORDER BY
  "t_virtual_machine"."name" ASC,
  "t"."natural_name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."mode",
  "t"."mac_address",
  "t"."enabled",
  "t"."mtu",
  "t"."name",
  "t"."natural_name",
  "t"."description",
  "t"."status",
  "t"."parent_interface",
  "t"."bridge",
  "t"."virtual_machine",
  "t"."untagged_vlan",
  "t"."vrf",
  "t"."tagged_vlans",
  "t"."may_have_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_virtual_machine_cluster"."name" AS "virtual_machine.cluster.name",
  "t_virtual_machine"."tenant" AS "virtual_machine.tenant",
  NULL AS "virtual_machine.tenant.name",
  "t_virtual_machine"."name" AS "virtual_machine.name",
  NULL AS "ip_addresses"
FROM
  "vminterface" t
  JOIN "virtualmachine" "t_virtual_machine" ON "t_virtual_machine"."id" = "t"."virtual_machine"
  JOIN "cluster" "t_virtual_machine_cluster" ON "t_virtual_machine_cluster"."id" = "t_virtual_machine"."cluster"
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "vminterface" t
  JOIN "virtualmachine" "t_virtual_machine" ON "t_virtual_machine"."id" = "t"."virtual_machine"
WHERE
  "t"."status" = $1::"uuid"
ORDER BY
  "t_virtual_machine"."name" ASC,
  "t"."natural_name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 4
SELECT
  "t"."id",
  "t"."mode",
  "t"."mac_address",
  "t"."enabled",
  "t"."mtu",
  "t"."name",
  "t"."natural_name",
  "t"."description",
  "t"."status",
  "t"."parent_interface",
  "t"."bridge",
  "t"."virtual_machine",
  "t"."untagged_vlan",
  "t"."vrf",
  "t"."tagged_vlans",
  "t"."may_have_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_virtual_machine_cluster"."name" AS "virtual_machine.cluster.name",
  "t_virtual_machine"."tenant" AS "virtual_machine.tenant",
  NULL AS "virtual_machine.tenant.name",
  "t_virtual_machine"."name" AS "virtual_machine.name",
  NULL AS "ip_addresses"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "vminterface" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "virtualmachine" "t_virtual_machine" ON "t_virtual_machine"."id" = "t"."virtual_machine"
  JOIN "cluster" "t_virtual_machine_cluster" ON "t_virtual_machine_cluster"."id" = "t_virtual_machine"."cluster"
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
  "t"."mode",
  "t"."mac_address",
  "t"."enabled",
  "t"."mtu",
  "t"."name",
  "t"."natural_name",
  "t"."description",
  "t"."status",
  "t"."parent_interface",
  "t"."bridge",
  "t"."virtual_machine",
  "t"."untagged_vlan",
  "t"."vrf",
  "t"."tagged_vlans",
  "t"."may_have_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_virtual_machine_cluster"."name" AS "virtual_machine.cluster.name",
  "t_virtual_machine"."tenant" AS "virtual_machine.tenant",
  NULL AS "virtual_machine.tenant.name",
  "t_virtual_machine"."name" AS "virtual_machine.name"
FROM
  "vminterface" t
  JOIN "virtualmachine" "t_virtual_machine" ON "t_virtual_machine"."id" = "t"."virtual_machine"
  JOIN "cluster" "t_virtual_machine_cluster" ON "t_virtual_machine_cluster"."id" = "t_virtual_machine"."cluster"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
