-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/device-types/: 1, 2
-- GET /api/dcim/device-types/{id}/: 3
-- GET /api/dcim/device-types/?depth=1: 1, 2, dcim.manufacturer, extras.tag
-- GET /api/dcim/device-types/?manufacturer=…: 4, 5, 2
-- inside others: 6

-- 1
SELECT
  members.id,
  members.version
FROM
  (
    SELECT
      id,
      row_number() OVER (
        ORDER BY
          "name"
      ) AS place
    FROM
      "manufacturer"
  ) AS groups
  CROSS JOIN LATERAL (
    SELECT
      t.id,
      t.xmin AS version,
      "t"."model" AS value
    FROM
      "devicetype" t
    WHERE
      "t"."manufacturer" = groups.id
      AND true
    ORDER BY
      "t"."model",
      t.id
    LIMIT
      $1
  ) AS members
ORDER BY
  groups.place,
  members.value,
  members.id
LIMIT
  $2
OFFSET
  $3;

-- 2
SELECT
  "t"."id",
  "t"."subdevice_role",
  "t"."front_image",
  "t"."rear_image",
  "t"."model",
  "t"."part_number",
  "t"."u_height",
  "t"."is_full_depth",
  "t"."comments",
  "t"."manufacturer",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_manufacturer"."name" AS "manufacturer.name",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."device_type" = t.id
  ) AS "device_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "devicetype" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "manufacturer" "t_manufacturer" ON "t_manufacturer"."id" = "t"."manufacturer"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 3
SELECT
  "t"."id",
  "t"."subdevice_role",
  "t"."front_image",
  "t"."rear_image",
  "t"."model",
  "t"."part_number",
  "t"."u_height",
  "t"."is_full_depth",
  "t"."comments",
  "t"."manufacturer",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_manufacturer"."name" AS "manufacturer.name",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."device_type" = t.id
  ) AS "device_count"
FROM
  "devicetype" t
  JOIN "manufacturer" "t_manufacturer" ON "t_manufacturer"."id" = "t"."manufacturer"
WHERE
  t.id = $1;

-- 4
SELECT
  "t"."id",
  "t"."name"
FROM
  "manufacturer" t
WHERE
  "t"."id" = $1::"uuid";

-- 5
SELECT
  members.id,
  members.version
FROM
  (
    SELECT
      id,
      row_number() OVER (
        ORDER BY
          "name"
      ) AS place
    FROM
      "manufacturer"
  ) AS groups
  CROSS JOIN LATERAL (
    SELECT
      t.id,
      t.xmin AS version,
      "t"."model" AS value
    FROM
      "devicetype" t
    WHERE
      "t"."manufacturer" = groups.id
      AND "t"."manufacturer" = $1::"uuid"
    ORDER BY
      "t"."model",
      t.id
    LIMIT
      $2
  ) AS members
ORDER BY
  groups.place,
  members.value,
  members.id
LIMIT
  $3
OFFSET
  $4;

-- 6
SELECT
  "t"."id",
  "t"."subdevice_role",
  "t"."front_image",
  "t"."rear_image",
  "t"."model",
  "t"."part_number",
  "t"."u_height",
  "t"."is_full_depth",
  "t"."comments",
  "t"."manufacturer",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_manufacturer"."name" AS "manufacturer.name"
FROM
  "devicetype" t
  JOIN "manufacturer" "t_manufacturer" ON "t_manufacturer"."id" = "t"."manufacturer"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
