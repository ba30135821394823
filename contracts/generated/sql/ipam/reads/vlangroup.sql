-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/ipam/vlan-groups/: 1, 2, 3
-- GET /api/ipam/vlan-groups/{id}/: 4
-- GET /api/ipam/vlan-groups/?depth=1: 1, 2, 3, dcim.location
-- GET /api/ipam/vlan-groups/?location=…: 1, 5, 6, 3, 7, 8
-- inside others: 9

-- 1
SELECT DISTINCT
  "t"."location" AS value
FROM
  "vlangroup" t
WHERE
  "t"."location" IS NOT NULL
  AND "t"."location" IS NOT NULL;

-- 2
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "vlan" c
    WHERE
      "c"."vlan_group" = t.id
  ) AS "vlan_count"
FROM
  "vlangroup" t
  LEFT JOIN unnest($1::"uuid" []) WITH ORDINALITY AS "rank_t_location" (id, place) ON "rank_t_location"."id" = "t"."location"
WHERE
  true
ORDER BY
  "rank_t_location"."place" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 3, of dcim
SELECT
  "t"."id"
FROM
  "location" t
WHERE
  "t"."id" = $1::"uuid"
ORDER BY
  "t"."natural_name" ASC,
  "t"."id";

-- 4
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "vlan" c
    WHERE
      "c"."vlan_group" = t.id
  ) AS "vlan_count"
FROM
  "vlangroup" t
WHERE
  t.id = $1;

-- 5
SELECT
  t.id,
  t.xmin AS version
FROM
  "vlangroup" t
  LEFT JOIN unnest($1::"uuid" []) WITH ORDINALITY AS "rank_t_location" (id, place) ON "rank_t_location"."id" = "t"."location"
WHERE
  "t"."location" = $2::"uuid"
ORDER BY
  "rank_t_location"."place" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  $3
OFFSET
  $4;

-- 6
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "vlan" c
    WHERE
      "c"."vlan_group" = t.id
  ) AS "vlan_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "vlangroup" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 7, of dcim
SELECT
  "t"."id"
FROM
  "location" t
WHERE
  "t"."tree_ids" && $1::"uuid" [];

-- 8, of dcim
SELECT
  "t"."id",
  "t"."name"
FROM
  "location" t
WHERE
  "t"."id" = $1::"uuid";

-- 9
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "vlangroup" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
