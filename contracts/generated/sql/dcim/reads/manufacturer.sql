-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/manufacturers/: 1
-- GET /api/dcim/manufacturers/{id}/: 2
-- GET /api/dcim/manufacturers/?depth=1: 1
-- GET /api/dcim/manufacturers/?device_types=…: 3
-- inside others: 4

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "devicetype" c
    WHERE
      "c"."manufacturer" = t.id
  ) AS "device_type_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "inventoryitem" c
    WHERE
      "c"."manufacturer" = t.id
  ) AS "inventory_item_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "platform" c
    WHERE
      "c"."manufacturer" = t.id
  ) AS "platform_count"
FROM
  "manufacturer" t
WHERE
  true
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "devicetype" c
    WHERE
      "c"."manufacturer" = t.id
  ) AS "device_type_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "inventoryitem" c
    WHERE
      "c"."manufacturer" = t.id
  ) AS "inventory_item_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "platform" c
    WHERE
      "c"."manufacturer" = t.id
  ) AS "platform_count"
FROM
  "manufacturer" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "devicetype" c
    WHERE
      "c"."manufacturer" = t.id
  ) AS "device_type_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "inventoryitem" c
    WHERE
      "c"."manufacturer" = t.id
  ) AS "inventory_item_count",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "platform" c
    WHERE
      "c"."manufacturer" = t.id
  ) AS "platform_count"
FROM
  "manufacturer" t
WHERE
  NOT EXISTS (
    SELECT
      1
    FROM
      "devicetype" "t_device_types"
    WHERE
      "t_device_types"."manufacturer" = "t"."id"
      AND true
  )
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 4
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "manufacturer" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
