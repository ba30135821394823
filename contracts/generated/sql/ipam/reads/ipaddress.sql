-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/ipam/ip-addresses/: 1, 2
-- GET /api/ipam/ip-addresses/{id}/: 3
-- GET /api/ipam/ip-addresses/?depth=1: 1, 2, extras.status, ipam.prefix
-- GET /api/ipam/ip-addresses/?status=…: 4, 5, 6
-- inside others: 7

-- 1
SELECT
  "t"."id",
  "t"."address",
  "t"."host",
  "t"."mask_length",
  "t"."type",
  "t"."ip_version",
  "t"."dns_name",
  "t"."description",
  "t"."status",
  "t"."role",
  "t"."parent",
  "t"."tenant",
  "t"."nat_inside",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_parent_namespace"."name" AS "parent.namespace.name",
  ARRAY(
    SELECT
      "l"."vrf"
    FROM
      "vrfprefixassignment" l
    WHERE
      "l"."prefix" = "t"."parent"
      AND "l"."vrf" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "vrf",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "ipaddress" l
    WHERE
      "l"."nat_inside" = "t"."id"
    ORDER BY
      "l"."host",
      "l"."mask_length",
      "l"."id"
  ) AS "nat_outside_list",
  ARRAY(
    SELECT
      "l"."interface"
    FROM
      "ipaddresstointerface" l
    WHERE
      "l"."ip_address" = "t"."id"
      AND "l"."interface" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "interfaces",
  ARRAY(
    SELECT
      "l"."vm_interface"
    FROM
      "ipaddresstointerface" l
    WHERE
      "l"."ip_address" = "t"."id"
      AND "l"."vm_interface" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "vm_interfaces"
FROM
  "ipaddress" t
  LEFT JOIN "prefix" "t_parent" ON "t_parent"."id" = "t"."parent"
  LEFT JOIN "namespace" "t_parent_namespace" ON "t_parent_namespace"."id" = "t_parent"."namespace"
WHERE
  true
ORDER BY
  "t"."host" ASC,
  "t"."mask_length" ASC,
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
  "t"."address",
  "t"."host",
  "t"."mask_length",
  "t"."type",
  "t"."ip_version",
  "t"."dns_name",
  "t"."description",
  "t"."status",
  "t"."role",
  "t"."parent",
  "t"."tenant",
  "t"."nat_inside",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_parent_namespace"."name" AS "parent.namespace.name",
  ARRAY(
    SELECT
      "l"."vrf"
    FROM
      "vrfprefixassignment" l
    WHERE
      "l"."prefix" = "t"."parent"
      AND "l"."vrf" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "vrf",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "ipaddress" l
    WHERE
      "l"."nat_inside" = "t"."id"
    ORDER BY
      "l"."host",
      "l"."mask_length",
      "l"."id"
  ) AS "nat_outside_list",
  ARRAY(
    SELECT
      "l"."interface"
    FROM
      "ipaddresstointerface" l
    WHERE
      "l"."ip_address" = "t"."id"
      AND "l"."interface" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "interfaces",
  ARRAY(
    SELECT
      "l"."vm_interface"
    FROM
      "ipaddresstointerface" l
    WHERE
      "l"."ip_address" = "t"."id"
      AND "l"."vm_interface" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "vm_interfaces"
FROM
  "ipaddress" t
  LEFT JOIN "prefix" "t_parent" ON "t_parent"."id" = "t"."parent"
  LEFT JOIN "namespace" "t_parent_namespace" ON "t_parent_namespace"."id" = "t_parent"."namespace"
WHERE
  t.id = $1;

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "ipaddress" t
WHERE
  "t"."status" = $1::"uuid"
ORDER BY
  "t"."host" ASC,
  "t"."mask_length" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."address",
  "t"."host",
  "t"."mask_length",
  "t"."type",
  "t"."ip_version",
  "t"."dns_name",
  "t"."description",
  "t"."status",
  "t"."role",
  "t"."parent",
  "t"."tenant",
  "t"."nat_inside",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_parent_namespace"."name" AS "parent.namespace.name",
  ARRAY(
    SELECT
      "l"."vrf"
    FROM
      "vrfprefixassignment" l
    WHERE
      "l"."prefix" = "t"."parent"
      AND "l"."vrf" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "vrf",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "ipaddress" l
    WHERE
      "l"."nat_inside" = "t"."id"
    ORDER BY
      "l"."host",
      "l"."mask_length",
      "l"."id"
  ) AS "nat_outside_list",
  ARRAY(
    SELECT
      "l"."interface"
    FROM
      "ipaddresstointerface" l
    WHERE
      "l"."ip_address" = "t"."id"
      AND "l"."interface" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "interfaces",
  ARRAY(
    SELECT
      "l"."vm_interface"
    FROM
      "ipaddresstointerface" l
    WHERE
      "l"."ip_address" = "t"."id"
      AND "l"."vm_interface" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "vm_interfaces"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "ipaddress" t ON t.id = found.id
  AND t.xmin = found.version
  LEFT JOIN "prefix" "t_parent" ON "t_parent"."id" = "t"."parent"
  LEFT JOIN "namespace" "t_parent_namespace" ON "t_parent_namespace"."id" = "t_parent"."namespace"
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
  "t"."address",
  "t"."host",
  "t"."mask_length",
  "t"."type",
  "t"."ip_version",
  "t"."dns_name",
  "t"."description",
  "t"."status",
  "t"."role",
  "t"."parent",
  "t"."tenant",
  "t"."nat_inside",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_parent_namespace"."name" AS "parent.namespace.name",
  ARRAY(
    SELECT
      "l"."vrf"
    FROM
      "vrfprefixassignment" l
    WHERE
      "l"."prefix" = "t"."parent"
      AND "l"."vrf" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "vrf",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "ipaddress" l
    WHERE
      "l"."nat_inside" = "t"."id"
    ORDER BY
      "l"."host",
      "l"."mask_length",
      "l"."id"
  ) AS "nat_outside_list",
  ARRAY(
    SELECT
      "l"."interface"
    FROM
      "ipaddresstointerface" l
    WHERE
      "l"."ip_address" = "t"."id"
      AND "l"."interface" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "interfaces",
  ARRAY(
    SELECT
      "l"."vm_interface"
    FROM
      "ipaddresstointerface" l
    WHERE
      "l"."ip_address" = "t"."id"
      AND "l"."vm_interface" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "vm_interfaces"
FROM
  "ipaddress" t
  LEFT JOIN "prefix" "t_parent" ON "t_parent"."id" = "t"."parent"
  LEFT JOIN "namespace" "t_parent_namespace" ON "t_parent_namespace"."id" = "t_parent"."namespace"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
