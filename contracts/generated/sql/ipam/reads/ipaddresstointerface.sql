-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/ipam/ip-address-to-interface/: 1, 2
-- GET /api/ipam/ip-address-to-interface/{id}/: 3, 4
-- GET /api/ipam/ip-address-to-interface/?depth=1: 1, 2, ipam.ipaddress, virtualization.vminterface
-- GET /api/ipam/ip-address-to-interface/?interface=…: 5, 2
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."is_source",
  "t"."is_destination",
  "t"."is_default",
  "t"."is_preferred",
  "t"."is_primary",
  "t"."is_secondary",
  "t"."is_standby",
  "t"."ip_address",
  "t"."interface",
  "t"."vm_interface",
  "t_ip_address_parent_namespace"."name" AS "ip_address.parent.namespace.name",
  "t_ip_address"."host" AS "ip_address.host",
  NULL AS "interface.name",
  NULL AS "interface.device.name",
  NULL AS "interface.device.tenant.name",
  NULL AS "interface.device.location.tree_names",
  "t_ip_address"."mask_length" AS "ip_address.mask_length",
  NULL AS "vm_interface.virtual_machine.name",
  NULL AS "vm_interface.name"
FROM
  "ipaddresstointerface" t
  JOIN "ipaddress" "t_ip_address" ON "t_ip_address"."id" = "t"."ip_address"
  LEFT JOIN "prefix" "t_ip_address_parent" ON "t_ip_address_parent"."id" = "t_ip_address"."parent"
  LEFT JOIN "namespace" "t_ip_address_parent_namespace" ON "t_ip_address_parent_namespace"."id" = "t_ip_address_parent"."namespace"
WHERE
  true
ORDER BY
  "t"."id" ASC,
  "t"."id"
LIMIT
  '50';

-- 2, of virtualization
SELECT
  "t"."id",
  "t"."name",
  "t"."virtual_machine",
  "t_virtual_machine"."name" AS "virtual_machine.name"
FROM
  "vminterface" t
  JOIN "virtualmachine" "t_virtual_machine" ON "t_virtual_machine"."id" = "t"."virtual_machine"
WHERE
  "t"."id" = ANY ($1::"uuid" []);

-- 3
SELECT
  "t"."id",
  "t"."is_source",
  "t"."is_destination",
  "t"."is_default",
  "t"."is_preferred",
  "t"."is_primary",
  "t"."is_secondary",
  "t"."is_standby",
  "t"."ip_address",
  "t"."interface",
  "t"."vm_interface",
  "t_ip_address_parent_namespace"."name" AS "ip_address.parent.namespace.name",
  "t_ip_address"."host" AS "ip_address.host",
  NULL AS "interface.name",
  NULL AS "interface.device.name",
  NULL AS "interface.device.tenant.name",
  NULL AS "interface.device.location.tree_names",
  "t_ip_address"."mask_length" AS "ip_address.mask_length",
  NULL AS "vm_interface.virtual_machine.name",
  NULL AS "vm_interface.name"
FROM
  "ipaddresstointerface" t
  JOIN "ipaddress" "t_ip_address" ON "t_ip_address"."id" = "t"."ip_address"
  LEFT JOIN "prefix" "t_ip_address_parent" ON "t_ip_address_parent"."id" = "t_ip_address"."parent"
  LEFT JOIN "namespace" "t_ip_address_parent_namespace" ON "t_ip_address_parent_namespace"."id" = "t_ip_address_parent"."namespace"
WHERE
  t.id = $1;

-- 4, of virtualization
SELECT
  "t"."id",
  "t"."name",
  "t"."virtual_machine",
  "t_virtual_machine"."name" AS "virtual_machine.name"
FROM
  "vminterface" t
  JOIN "virtualmachine" "t_virtual_machine" ON "t_virtual_machine"."id" = "t"."virtual_machine"
WHERE
  "t"."id" = $1::"uuid";

-- 5
SELECT
  "t"."id",
  "t"."is_source",
  "t"."is_destination",
  "t"."is_default",
  "t"."is_preferred",
  "t"."is_primary",
  "t"."is_secondary",
  "t"."is_standby",
  "t"."ip_address",
  "t"."interface",
  "t"."vm_interface",
  "t_ip_address_parent_namespace"."name" AS "ip_address.parent.namespace.name",
  "t_ip_address"."host" AS "ip_address.host",
  NULL AS "interface.name",
  NULL AS "interface.device.name",
  NULL AS "interface.device.tenant.name",
  NULL AS "interface.device.location.tree_names",
  "t_ip_address"."mask_length" AS "ip_address.mask_length",
  NULL AS "vm_interface.virtual_machine.name",
  NULL AS "vm_interface.name"
FROM
  "ipaddresstointerface" t
  JOIN "ipaddress" "t_ip_address" ON "t_ip_address"."id" = "t"."ip_address"
  LEFT JOIN "prefix" "t_ip_address_parent" ON "t_ip_address_parent"."id" = "t_ip_address"."parent"
  LEFT JOIN "namespace" "t_ip_address_parent_namespace" ON "t_ip_address_parent_namespace"."id" = "t_ip_address_parent"."namespace"
WHERE
  "t"."interface" IS NULL
ORDER BY
  "t"."id" ASC,
  "t"."id"
LIMIT
  '50';

-- 6
SELECT
  "t"."id",
  "t"."is_source",
  "t"."is_destination",
  "t"."is_default",
  "t"."is_preferred",
  "t"."is_primary",
  "t"."is_secondary",
  "t"."is_standby",
  "t"."ip_address",
  "t"."interface",
  "t"."vm_interface",
  "t_ip_address_parent_namespace"."name" AS "ip_address.parent.namespace.name",
  "t_ip_address"."host" AS "ip_address.host",
  NULL AS "interface.name",
  NULL AS "interface.device.name",
  NULL AS "interface.device.tenant.name",
  NULL AS "interface.device.location.tree_names",
  "t_ip_address"."mask_length" AS "ip_address.mask_length",
  NULL AS "vm_interface.virtual_machine.name",
  NULL AS "vm_interface.name"
FROM
  "ipaddresstointerface" t
  JOIN "ipaddress" "t_ip_address" ON "t_ip_address"."id" = "t"."ip_address"
  LEFT JOIN "prefix" "t_ip_address_parent" ON "t_ip_address_parent"."id" = "t_ip_address"."parent"
  LEFT JOIN "namespace" "t_ip_address_parent_namespace" ON "t_ip_address_parent_namespace"."id" = "t_ip_address_parent"."namespace"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
