-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/ipam/vlans/: 1, 2, 3, 4, 4
-- GET /api/ipam/vlans/{id}/: 5
-- GET /api/ipam/vlans/?depth=1: 1, 2, 3, 4, 4, dcim.location, extras.role, extras.status, extras.tag, ipam.vlangroup, tenancy.tenant
-- GET /api/ipam/vlans/?vlan_group=…: 6, 1, 2, 7, 8, 4, 4
-- inside others: 9

-- 1
SELECT DISTINCT
  "t"."location" AS value
FROM
  "vlan" t
WHERE
  "t"."location" IS NOT NULL
  AND "t"."location" IS NOT NULL;

-- 2
SELECT DISTINCT
  "t"."location" AS value
FROM
  "vlangroup" t
WHERE
  "t"."location" IS NOT NULL
  AND "t"."location" IS NOT NULL;

-- 3
SELECT
  "t"."id",
  "t"."vid",
  "t"."name",
  "t"."description",
  "t"."location",
  "t"."vlan_group",
  "t"."status",
  "t"."role",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "prefix" c
    WHERE
      "c"."vlan" = t.id
  ) AS "prefix_count"
FROM
  "vlan" t
  LEFT JOIN unnest($1::"uuid" []) WITH ORDINALITY AS "rank_t_location" (id, place) ON "rank_t_location"."id" = "t"."location"
  LEFT JOIN "vlangroup" "t_vlan_group" ON "t_vlan_group"."id" = "t"."vlan_group"
  LEFT JOIN unnest($2::"uuid" []) WITH ORDINALITY AS "rank_t_vlan_group_location" (id, place) ON "rank_t_vlan_group_location"."id" = "t_vlan_group"."location"
WHERE
  true
ORDER BY
  "rank_t_location"."place" ASC,
  "rank_t_vlan_group_location"."place" ASC,
  "t_vlan_group"."name" ASC,
  "t"."vid" ASC,
  "t"."id"
LIMIT
  '50';

-- 4, of dcim
SELECT
  "t"."id"
FROM
  "location" t
WHERE
  "t"."id" = $1::"uuid"
ORDER BY
  "t"."natural_name" ASC,
  "t"."id";

-- 5
SELECT
  "t"."id",
  "t"."vid",
  "t"."name",
  "t"."description",
  "t"."location",
  "t"."vlan_group",
  "t"."status",
  "t"."role",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "prefix" c
    WHERE
      "c"."vlan" = t.id
  ) AS "prefix_count"
FROM
  "vlan" t
WHERE
  t.id = $1;

-- 6
SELECT
  "t"."id",
  "t"."name"
FROM
  "vlangroup" t
WHERE
  "t"."id" = $1::"uuid";

-- 7
SELECT
  t.id,
  t.xmin AS version
FROM
  "vlan" t
  LEFT JOIN unnest($1::"uuid" []) WITH ORDINALITY AS "rank_t_location" (id, place) ON "rank_t_location"."id" = "t"."location"
  LEFT JOIN "vlangroup" "t_vlan_group" ON "t_vlan_group"."id" = "t"."vlan_group"
  LEFT JOIN unnest($2::"uuid" []) WITH ORDINALITY AS "rank_t_vlan_group_location" (id, place) ON "rank_t_vlan_group_location"."id" = "t_vlan_group"."location"
WHERE
  "t"."vlan_group" = $3::"uuid"
ORDER BY
  "rank_t_location"."place" ASC,
  "rank_t_vlan_group_location"."place" ASC,
  "t_vlan_group"."name" ASC,
  "t"."vid" ASC,
  "t"."id"
LIMIT
  $4
OFFSET
  $5;

-- 8
SELECT
  "t"."id",
  "t"."vid",
  "t"."name",
  "t"."description",
  "t"."location",
  "t"."vlan_group",
  "t"."status",
  "t"."role",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "prefix" c
    WHERE
      "c"."vlan" = t.id
  ) AS "prefix_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "vlan" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 9
SELECT
  "t"."id",
  "t"."vid",
  "t"."name",
  "t"."description",
  "t"."location",
  "t"."vlan_group",
  "t"."status",
  "t"."role",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "vlan" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
