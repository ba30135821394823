-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/ipam/services/: 1, 2, 3
-- GET /api/ipam/services/{id}/: 4, 2
-- GET /api/ipam/services/?depth=1: 1, 2, 3, dcim.device, extras.tag, ipam.ipaddress, virtualization.virtualmachine
-- GET /api/ipam/services/?device=…: 5, 6, 7, 2
-- inside others: 8

-- 1
SELECT
  "t"."id",
  "t"."protocol",
  "t"."ports",
  "t"."name",
  "t"."description",
  "t"."device",
  "t"."virtual_machine",
  "t"."ip_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  NULL AS "virtual_machine.cluster.name",
  NULL AS "virtual_machine.tenant.name",
  NULL AS "virtual_machine.name",
  NULL AS "device.name",
  NULL AS "device.tenant.name",
  NULL AS "device.location.tree_names"
FROM
  "service" t
WHERE
  true
ORDER BY
  "t"."protocol" ASC,
  "t"."ports" ASC,
  "t"."id"
LIMIT
  '50';

-- 2, of dcim
SELECT
  "t"."id",
  "t"."name",
  "t"."tenant",
  "t"."location",
  NULL AS "tenant.name",
  "t_location"."tree_names" AS "location.tree_names"
FROM
  "device" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
WHERE
  "t"."id" = $1::"uuid";

-- 3, of virtualization
SELECT
  "t"."id",
  "t"."name",
  "t"."cluster",
  "t"."tenant",
  "t_cluster"."name" AS "cluster.name",
  NULL AS "tenant.name"
FROM
  "virtualmachine" t
  JOIN "cluster" "t_cluster" ON "t_cluster"."id" = "t"."cluster"
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  "t"."id",
  "t"."protocol",
  "t"."ports",
  "t"."name",
  "t"."description",
  "t"."device",
  "t"."virtual_machine",
  "t"."ip_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  NULL AS "virtual_machine.cluster.name",
  NULL AS "virtual_machine.tenant.name",
  NULL AS "virtual_machine.name",
  NULL AS "device.name",
  NULL AS "device.tenant.name",
  NULL AS "device.location.tree_names"
FROM
  "service" t
WHERE
  t.id = $1;

-- 5
SELECT
  t.id,
  t.xmin AS version
FROM
  "service" t
WHERE
  "t"."device" = $1::"uuid"
ORDER BY
  "t"."protocol" ASC,
  "t"."ports" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 6
SELECT
  "t"."id",
  "t"."protocol",
  "t"."ports",
  "t"."name",
  "t"."description",
  "t"."device",
  "t"."virtual_machine",
  "t"."ip_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  NULL AS "virtual_machine.cluster.name",
  NULL AS "virtual_machine.tenant.name",
  NULL AS "virtual_machine.name",
  NULL AS "device.name",
  NULL AS "device.tenant.name",
  NULL AS "device.location.tree_names"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "service" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 7, of dcim
SELECT
  "t"."id",
  "t"."name"
FROM
  "device" t
WHERE
  "t"."id" = $1::"uuid";

-- 8
SELECT
  "t"."id",
  "t"."protocol",
  "t"."ports",
  "t"."name",
  "t"."description",
  "t"."device",
  "t"."virtual_machine",
  "t"."ip_addresses",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  NULL AS "virtual_machine.cluster.name",
  NULL AS "virtual_machine.tenant.name",
  NULL AS "virtual_machine.name",
  NULL AS "device.name",
  NULL AS "device.tenant.name",
  NULL AS "device.location.tree_names"
FROM
  "service" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
