-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/platforms/: 1, 2, 3
-- GET /api/dcim/platforms/{id}/: 4, 3
-- GET /api/dcim/platforms/?depth=1: 1, 3, dcim.manufacturer
-- GET /api/dcim/platforms/?manufacturer=…: 5, 6, 7, 3
-- inside others: 8

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."network_driver",
  "t"."napalm_driver",
  "t"."napalm_args",
  "t"."description",
  "t"."manufacturer",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."platform" = t.id
  ) AS "device_count",
  0::bigint AS "virtual_machine_count"
FROM
  "platform" t
WHERE
  true
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2, of virtualization
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
      "c"."platform" AS id,
      count(*) AS n
    FROM
      "virtualmachine" c
    WHERE
      "c"."platform" = ANY ($2::"uuid" [])
    GROUP BY
      "c"."platform"
  ) counted;

-- 3, of virtualization
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
  "t"."network_driver",
  "t"."napalm_driver",
  "t"."napalm_args",
  "t"."description",
  "t"."manufacturer",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."platform" = t.id
  ) AS "device_count",
  0::bigint AS "virtual_machine_count"
FROM
  "platform" t
WHERE
  t.id = $1;

-- 5
SELECT
  "t"."id",
  "t"."name"
FROM
  "manufacturer" t
WHERE
  "t"."id" = $1::"uuid";

-- 6
SELECT
  t.id,
  t.xmin AS version
FROM
  "platform" t
WHERE
  "t"."manufacturer" = $1::"uuid"
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
  "t"."network_driver",
  "t"."napalm_driver",
  "t"."napalm_args",
  "t"."description",
  "t"."manufacturer",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."platform" = t.id
  ) AS "device_count",
  0::bigint AS "virtual_machine_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "platform" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 8
SELECT
  "t"."id",
  "t"."name",
  "t"."network_driver",
  "t"."napalm_driver",
  "t"."napalm_args",
  "t"."description",
  "t"."manufacturer",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "platform" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
