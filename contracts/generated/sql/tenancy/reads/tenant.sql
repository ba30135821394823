-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/tenancy/tenants/: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
-- GET /api/tenancy/tenants/{id}/: 14, 3, 6, 11, 13
-- GET /api/tenancy/tenants/?depth=1: 1, 3, 6, 11, 13, extras.tag, tenancy.tenantgroup
-- GET /api/tenancy/tenants/?tags=…: 15, 16, 17, 3, 6, 18, 11, 13
-- inside others: 19

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."tenant_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint AS "circuit_count",
  0::bigint AS "device_count",
  0::bigint AS "ipaddress_count",
  0::bigint AS "prefix_count",
  0::bigint AS "rack_count",
  0::bigint AS "virtualmachine_count",
  0::bigint AS "vlan_count",
  0::bigint AS "vrf_count"
FROM
  "tenant" t
  LEFT JOIN "tenantgroup" "t_tenant_group" ON "t_tenant_group"."id" = "t"."tenant_group"
WHERE
  true
ORDER BY
  "t_tenant_group"."name" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2, of circuits
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      "c"."tenant" AS id,
      count(*) AS n
    FROM
      "circuit" c
    WHERE
      "c"."tenant" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."tenant"
  ) counted;

-- 3, of circuits
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 4, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      "c"."tenant" AS id,
      count(*) AS n
    FROM
      "device" c
    WHERE
      "c"."tenant" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."tenant"
  ) counted;

-- 5, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      "c"."tenant" AS id,
      count(*) AS n
    FROM
      "rack" c
    WHERE
      "c"."tenant" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."tenant"
  ) counted;

-- 6, of dcim
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 7, of ipam
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      "c"."tenant" AS id,
      count(*) AS n
    FROM
      "ipaddress" c
    WHERE
      "c"."tenant" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."tenant"
  ) counted;

-- 8, of ipam
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      "c"."tenant" AS id,
      count(*) AS n
    FROM
      "prefix" c
    WHERE
      "c"."tenant" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."tenant"
  ) counted;

-- 9, of ipam
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      "c"."tenant" AS id,
      count(*) AS n
    FROM
      "vlan" c
    WHERE
      "c"."tenant" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."tenant"
  ) counted;

-- 10, of ipam
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      "c"."tenant" AS id,
      count(*) AS n
    FROM
      "vrf" c
    WHERE
      "c"."tenant" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."tenant"
  ) counted;

-- 11, of ipam
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 12, of virtualization
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      "c"."tenant" AS id,
      count(*) AS n
    FROM
      "virtualmachine" c
    WHERE
      "c"."tenant" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."tenant"
  ) counted;

-- 13, of virtualization
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 14
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."tenant_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint AS "circuit_count",
  0::bigint AS "device_count",
  0::bigint AS "ipaddress_count",
  0::bigint AS "prefix_count",
  0::bigint AS "rack_count",
  0::bigint AS "virtualmachine_count",
  0::bigint AS "vlan_count",
  0::bigint AS "vrf_count"
FROM
  "tenant" t
WHERE
  t.id = $1;

-- 15
SELECT
  count(*) AS count,
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes
FROM
  "tenant" t
WHERE
  "t"."tags" && $2::"uuid" [];

-- 16
SELECT
  t.id,
  t.xmin AS version
FROM
  "tenant" t
  LEFT JOIN "tenantgroup" "t_tenant_group" ON "t_tenant_group"."id" = "t"."tenant_group"
WHERE
  t.id = ANY (
    ARRAY(
      SELECT
        f.id
      FROM
        "tenant" f
      WHERE
        "f"."tags" && $1::"uuid" []
    )
  )
ORDER BY
  "t_tenant_group"."name" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 17
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."tenant_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint AS "circuit_count",
  0::bigint AS "device_count",
  0::bigint AS "ipaddress_count",
  0::bigint AS "prefix_count",
  0::bigint AS "rack_count",
  0::bigint AS "virtualmachine_count",
  0::bigint AS "vlan_count",
  0::bigint AS "vrf_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "tenant" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 18, of extras
SELECT
  "t"."id",
  "t"."name"
FROM
  "tag" t
WHERE
  "t"."id" = $1::"uuid";

-- 19
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."tenant_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "tenant" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
