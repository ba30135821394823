-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/locations/: 1, 2, 3, 4, 5, 6, 7, 8
-- GET /api/dcim/locations/{id}/: 9, 3, 6, 8
-- GET /api/dcim/locations/?depth=1: 1, 3, 6, 8, dcim.location, dcim.locationtype, extras.status, extras.tag, tenancy.tenant
-- GET /api/dcim/locations/?parent=…: 10, 11, 12, 3, 6, 8
-- inside others: 13

-- 1
SELECT
  "t"."id",
  "t"."tree_ids",
  "t"."tree_names",
  "t"."tree_order",
  "t"."time_zone",
  "t"."name",
  "t"."natural_name",
  "t"."description",
  "t"."facility",
  "t"."asn",
  "t"."physical_address",
  "t"."shipping_address",
  "t"."latitude",
  "t"."longitude",
  "t"."contact_name",
  "t"."contact_phone",
  "t"."contact_email",
  "t"."comments",
  "t"."parent",
  "t"."location_type",
  "t"."status",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint AS "circuit_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."location" = t.id
  ) AS "device_count",
  0::bigint AS "prefix_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "rack" c
    WHERE
      "c"."location" = t.id
  ) AS "rack_count",
  0::bigint AS "virtual_machine_count",
  0::bigint AS "vlan_count"
FROM
  "location" t
WHERE
  true
ORDER BY
  "t"."tree_order" [1:10] ASC,
  "t"."tree_order" ASC,
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
      "c"."location" AS id,
      count(*) AS n
    FROM
      "circuittermination" c
    WHERE
      "c"."location" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."location"
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

-- 4, of ipam
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
      "c"."location" AS id,
      count(*) AS n
    FROM
      "prefix" c
    WHERE
      "c"."location" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."location"
  ) counted;

-- 5, of ipam
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
      "c"."location" AS id,
      count(*) AS n
    FROM
      "vlan" c
    WHERE
      "c"."location" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."location"
  ) counted;

-- 6, of ipam
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 7, of virtualization
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
      "c_cluster"."location" AS id,
      count(*) AS n
    FROM
      "virtualmachine" c
      JOIN "cluster" "c_cluster" ON "c_cluster"."id" = "c"."cluster"
    WHERE
      "c_cluster"."location" = ANY ($2::"uuid" [])
    GROUP BY
      "c_cluster"."location"
  ) counted;

-- 8, of virtualization
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 9
SELECT
  "t"."id",
  "t"."tree_ids",
  "t"."tree_names",
  "t"."tree_order",
  "t"."time_zone",
  "t"."name",
  "t"."natural_name",
  "t"."description",
  "t"."facility",
  "t"."asn",
  "t"."physical_address",
  "t"."shipping_address",
  "t"."latitude",
  "t"."longitude",
  "t"."contact_name",
  "t"."contact_phone",
  "t"."contact_email",
  "t"."comments",
  "t"."parent",
  "t"."location_type",
  "t"."status",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint AS "circuit_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."location" = t.id
  ) AS "device_count",
  0::bigint AS "prefix_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "rack" c
    WHERE
      "c"."location" = t.id
  ) AS "rack_count",
  0::bigint AS "virtual_machine_count",
  0::bigint AS "vlan_count"
FROM
  "location" t
WHERE
  t.id = $1;

-- 10
SELECT
  "t"."id",
  "t"."name"
FROM
  "location" t
WHERE
  "t"."id" = $1::"uuid";

-- 11
SELECT
  t.id,
  t.xmin AS version
FROM
  "location" t
WHERE
  "t"."parent" = $1::"uuid"
ORDER BY
  "t"."tree_order" [1:10] ASC,
  "t"."tree_order" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 12
SELECT
  "t"."id",
  "t"."tree_ids",
  "t"."tree_names",
  "t"."tree_order",
  "t"."time_zone",
  "t"."name",
  "t"."natural_name",
  "t"."description",
  "t"."facility",
  "t"."asn",
  "t"."physical_address",
  "t"."shipping_address",
  "t"."latitude",
  "t"."longitude",
  "t"."contact_name",
  "t"."contact_phone",
  "t"."contact_email",
  "t"."comments",
  "t"."parent",
  "t"."location_type",
  "t"."status",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint AS "circuit_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."location" = t.id
  ) AS "device_count",
  0::bigint AS "prefix_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "rack" c
    WHERE
      "c"."location" = t.id
  ) AS "rack_count",
  0::bigint AS "virtual_machine_count",
  0::bigint AS "vlan_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "location" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 13
SELECT
  "t"."id",
  "t"."tree_ids",
  "t"."tree_names",
  "t"."tree_order",
  "t"."time_zone",
  "t"."name",
  "t"."natural_name",
  "t"."description",
  "t"."facility",
  "t"."asn",
  "t"."physical_address",
  "t"."shipping_address",
  "t"."latitude",
  "t"."longitude",
  "t"."contact_name",
  "t"."contact_phone",
  "t"."contact_email",
  "t"."comments",
  "t"."parent",
  "t"."location_type",
  "t"."status",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "location" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
