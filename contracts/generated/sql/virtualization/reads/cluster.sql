-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/virtualization/clusters/: 1, 2, 3
-- GET /api/virtualization/clusters/{id}/: 4, 3
-- GET /api/virtualization/clusters/?depth=1: 1, 3, dcim.location, extras.tag, tenancy.tenant, virtualization.clustergroup, virtualization.clustertype
-- GET /api/virtualization/clusters/?cluster_type=…: 5, 6, 7, 3
-- inside others: 8

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."comments",
  "t"."cluster_type",
  "t"."cluster_group",
  "t"."tenant",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint AS "device_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "virtualmachine" c
    WHERE
      "c"."cluster" = t.id
  ) AS "virtualmachine_count"
FROM
  "cluster" t
WHERE
  true
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2, of dcim
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
      "c"."cluster" AS id,
      count(*) AS n
    FROM
      "device" c
    WHERE
      "c"."cluster" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."cluster"
  ) counted;

-- 3, of dcim
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 4
SELECT
  "t"."id",
  "t"."name",
  "t"."comments",
  "t"."cluster_type",
  "t"."cluster_group",
  "t"."tenant",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint AS "device_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "virtualmachine" c
    WHERE
      "c"."cluster" = t.id
  ) AS "virtualmachine_count"
FROM
  "cluster" t
WHERE
  t.id = $1;

-- 5
SELECT
  "t"."id",
  "t"."name"
FROM
  "clustertype" t
WHERE
  "t"."id" = $1::"uuid";

-- 6
SELECT
  t.id,
  t.xmin AS version
FROM
  "cluster" t
WHERE
  "t"."cluster_type" = $1::"uuid"
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 7
SELECT
  "t"."id",
  "t"."name",
  "t"."comments",
  "t"."cluster_type",
  "t"."cluster_group",
  "t"."tenant",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint AS "device_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "virtualmachine" c
    WHERE
      "c"."cluster" = t.id
  ) AS "virtualmachine_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "cluster" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 8
SELECT
  "t"."id",
  "t"."name",
  "t"."comments",
  "t"."cluster_type",
  "t"."cluster_group",
  "t"."tenant",
  "t"."location",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "cluster" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
