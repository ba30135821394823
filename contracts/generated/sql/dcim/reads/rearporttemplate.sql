-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/rear-port-templates/: 1
-- GET /api/dcim/rear-port-templates/{id}/: 2
-- GET /api/dcim/rear-port-templates/?depth=1: 1, dcim.devicetype
-- GET /api/dcim/rear-port-templates/?device_type=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."type",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."positions",
  "t"."device_type",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_device_type_manufacturer"."name" AS "device_type.manufacturer.name",
  "t_device_type"."model" AS "device_type.model"
FROM
  "rearporttemplate" t
  JOIN "devicetype" "t_device_type" ON "t_device_type"."id" = "t"."device_type"
  JOIN "manufacturer" "t_device_type_manufacturer" ON "t_device_type_manufacturer"."id" = "t_device_type"."manufacturer"
WHERE
  true
ORDER BY
  "t_device_type_manufacturer"."name" ASC,
  "t_device_type"."model" ASC,
  "t"."natural_name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."type",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."positions",
  "t"."device_type",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_device_type_manufacturer"."name" AS "device_type.manufacturer.name",
  "t_device_type"."model" AS "device_type.model"
FROM
  "rearporttemplate" t
  JOIN "devicetype" "t_device_type" ON "t_device_type"."id" = "t"."device_type"
  JOIN "manufacturer" "t_device_type_manufacturer" ON "t_device_type_manufacturer"."id" = "t_device_type"."manufacturer"
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."model"
FROM
  "devicetype" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "rearporttemplate" t
  JOIN "devicetype" "t_device_type" ON "t_device_type"."id" = "t"."device_type"
  JOIN "manufacturer" "t_device_type_manufacturer" ON "t_device_type_manufacturer"."id" = "t_device_type"."manufacturer"
WHERE
  "t"."device_type" = $1::"uuid"
ORDER BY
  "t_device_type_manufacturer"."name" ASC,
  "t_device_type"."model" ASC,
  "t"."natural_name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."type",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."positions",
  "t"."device_type",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_device_type_manufacturer"."name" AS "device_type.manufacturer.name",
  "t_device_type"."model" AS "device_type.model"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "rearporttemplate" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "devicetype" "t_device_type" ON "t_device_type"."id" = "t"."device_type"
  JOIN "manufacturer" "t_device_type_manufacturer" ON "t_device_type_manufacturer"."id" = "t_device_type"."manufacturer"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."type",
  "t"."name",
  "t"."natural_name",
  "t"."label",
  "t"."description",
  "t"."positions",
  "t"."device_type",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_device_type_manufacturer"."name" AS "device_type.manufacturer.name",
  "t_device_type"."model" AS "device_type.model"
FROM
  "rearporttemplate" t
  JOIN "devicetype" "t_device_type" ON "t_device_type"."id" = "t"."device_type"
  JOIN "manufacturer" "t_device_type_manufacturer" ON "t_device_type_manufacturer"."id" = "t_device_type"."manufacturer"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
