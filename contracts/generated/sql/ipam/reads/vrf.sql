-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/ipam/vrfs/: 1
-- GET /api/ipam/vrfs/{id}/: 2
-- GET /api/ipam/vrfs/?depth=1: 1, extras.tag, ipam.namespace, ipam.routetarget, tenancy.tenant
-- GET /api/ipam/vrfs/?tenant=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."rd",
  "t"."description",
  "t"."namespace",
  "t"."tenant",
  "t"."import_targets",
  "t"."export_targets",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_namespace"."name" AS "namespace.name",
  ARRAY(
    SELECT
      "l"."device"
    FROM
      "vrfdeviceassignment" l
    WHERE
      "l"."vrf" = "t"."id"
      AND "l"."device" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "devices",
  ARRAY(
    SELECT
      "l"."virtual_machine"
    FROM
      "vrfdeviceassignment" l
    WHERE
      "l"."vrf" = "t"."id"
      AND "l"."virtual_machine" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "virtual_machines",
  ARRAY(
    SELECT
      "l"."prefix"
    FROM
      "vrfprefixassignment" l
    WHERE
      "l"."vrf" = "t"."id"
      AND "l"."prefix" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "prefixes"
FROM
  "vrf" t
  JOIN "namespace" "t_namespace" ON "t_namespace"."id" = "t"."namespace"
WHERE
  true
ORDER BY
  "t_namespace"."name" ASC,
  "t"."name" ASC,
  "t"."rd" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."name",
  "t"."rd",
  "t"."description",
  "t"."namespace",
  "t"."tenant",
  "t"."import_targets",
  "t"."export_targets",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_namespace"."name" AS "namespace.name",
  ARRAY(
    SELECT
      "l"."device"
    FROM
      "vrfdeviceassignment" l
    WHERE
      "l"."vrf" = "t"."id"
      AND "l"."device" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "devices",
  ARRAY(
    SELECT
      "l"."virtual_machine"
    FROM
      "vrfdeviceassignment" l
    WHERE
      "l"."vrf" = "t"."id"
      AND "l"."virtual_machine" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "virtual_machines",
  ARRAY(
    SELECT
      "l"."prefix"
    FROM
      "vrfprefixassignment" l
    WHERE
      "l"."vrf" = "t"."id"
      AND "l"."prefix" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "prefixes"
FROM
  "vrf" t
  JOIN "namespace" "t_namespace" ON "t_namespace"."id" = "t"."namespace"
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "vrf" t
  JOIN "namespace" "t_namespace" ON "t_namespace"."id" = "t"."namespace"
WHERE
  "t"."tenant" = $1::"uuid"
ORDER BY
  "t_namespace"."name" ASC,
  "t"."name" ASC,
  "t"."rd" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 4
SELECT
  "t"."id",
  "t"."name",
  "t"."rd",
  "t"."description",
  "t"."namespace",
  "t"."tenant",
  "t"."import_targets",
  "t"."export_targets",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_namespace"."name" AS "namespace.name",
  ARRAY(
    SELECT
      "l"."device"
    FROM
      "vrfdeviceassignment" l
    WHERE
      "l"."vrf" = "t"."id"
      AND "l"."device" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "devices",
  ARRAY(
    SELECT
      "l"."virtual_machine"
    FROM
      "vrfdeviceassignment" l
    WHERE
      "l"."vrf" = "t"."id"
      AND "l"."virtual_machine" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "virtual_machines",
  ARRAY(
    SELECT
      "l"."prefix"
    FROM
      "vrfprefixassignment" l
    WHERE
      "l"."vrf" = "t"."id"
      AND "l"."prefix" IS NOT NULL
    ORDER BY
      "l"."id",
      "l"."id"
  ) AS "prefixes"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "vrf" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "namespace" "t_namespace" ON "t_namespace"."id" = "t"."namespace"
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
  "t"."name",
  "t"."rd",
  "t"."description",
  "t"."namespace",
  "t"."tenant",
  "t"."import_targets",
  "t"."export_targets",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_namespace"."name" AS "namespace.name"
FROM
  "vrf" t
  JOIN "namespace" "t_namespace" ON "t_namespace"."id" = "t"."namespace"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
