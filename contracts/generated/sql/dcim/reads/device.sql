-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/devices/: 1
-- GET /api/dcim/devices/{id}/: 2
-- GET /api/dcim/devices/?depth=1: 1, contenttypes.contenttype, dcim.devicebay, dcim.deviceredundancygroup, dcim.devicetype, dcim.location, dcim.platform, dcim.rack, dcim.virtualchassis, extras.configcontextschema, extras.role, extras.secretsgroup, extras.status, extras.tag, tenancy.tenant, virtualization.cluster
-- GET /api/dcim/devices/?tenant=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."face",
  "t"."local_config_context_data",
  "t"."local_config_context_data_owner_object_id",
  "t"."name",
  "t"."natural_name",
  "t"."serial",
  "t"."asset_tag",
  "t"."position",
  "t"."device_redundancy_group_priority",
  "t"."vc_position",
  "t"."vc_priority",
  "t"."comments",
  "t"."local_config_context_schema",
  "t"."local_config_context_data_owner_content_type",
  "t"."device_type",
  "t"."status",
  "t"."role",
  "t"."tenant",
  "t"."platform",
  "t"."location",
  "t"."rack",
  "t"."primary_ip4",
  "t"."primary_ip6",
  "t"."cluster",
  "t"."virtual_chassis",
  "t"."device_redundancy_group",
  "t"."secrets_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  NULL AS "tenant.name",
  "t_location"."tree_names" AS "location.tree_names",
  "t_virtual_chassis"."name" AS "virtual_chassis.name",
  "t_device_type"."model" AS "device_type.model",
  "t_device_type_manufacturer"."name" AS "device_type.manufacturer.name",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "devicebay" l
    WHERE
      "l"."installed_device" = "t"."id"
      AND "l"."id" IS NOT NULL
    ORDER BY
      "l"."natural_name",
      "l"."id"
  ) AS "parent_bay"
FROM
  "device" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
  LEFT JOIN "virtualchassis" "t_virtual_chassis" ON "t_virtual_chassis"."id" = "t"."virtual_chassis"
  JOIN "devicetype" "t_device_type" ON "t_device_type"."id" = "t"."device_type"
  JOIN "manufacturer" "t_device_type_manufacturer" ON "t_device_type_manufacturer"."id" = "t_device_type"."manufacturer"
WHERE
  true
ORDER BY
  "t"."natural_name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."face",
  "t"."local_config_context_data",
  "t"."local_config_context_data_owner_object_id",
  "t"."name",
  "t"."natural_name",
  "t"."serial",
  "t"."asset_tag",
  "t"."position",
  "t"."device_redundancy_group_priority",
  "t"."vc_position",
  "t"."vc_priority",
  "t"."comments",
  "t"."local_config_context_schema",
  "t"."local_config_context_data_owner_content_type",
  "t"."device_type",
  "t"."status",
  "t"."role",
  "t"."tenant",
  "t"."platform",
  "t"."location",
  "t"."rack",
  "t"."primary_ip4",
  "t"."primary_ip6",
  "t"."cluster",
  "t"."virtual_chassis",
  "t"."device_redundancy_group",
  "t"."secrets_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  NULL AS "tenant.name",
  "t_location"."tree_names" AS "location.tree_names",
  "t_virtual_chassis"."name" AS "virtual_chassis.name",
  "t_device_type"."model" AS "device_type.model",
  "t_device_type_manufacturer"."name" AS "device_type.manufacturer.name",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "devicebay" l
    WHERE
      "l"."installed_device" = "t"."id"
      AND "l"."id" IS NOT NULL
    ORDER BY
      "l"."natural_name",
      "l"."id"
  ) AS "parent_bay"
FROM
  "device" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
  LEFT JOIN "virtualchassis" "t_virtual_chassis" ON "t_virtual_chassis"."id" = "t"."virtual_chassis"
  JOIN "devicetype" "t_device_type" ON "t_device_type"."id" = "t"."device_type"
  JOIN "manufacturer" "t_device_type_manufacturer" ON "t_device_type_manufacturer"."id" = "t_device_type"."manufacturer"
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "device" t
WHERE
  "t"."tenant" = $1::"uuid"
ORDER BY
  "t"."natural_name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 4
SELECT
  "t"."id",
  "t"."face",
  "t"."local_config_context_data",
  "t"."local_config_context_data_owner_object_id",
  "t"."name",
  "t"."natural_name",
  "t"."serial",
  "t"."asset_tag",
  "t"."position",
  "t"."device_redundancy_group_priority",
  "t"."vc_position",
  "t"."vc_priority",
  "t"."comments",
  "t"."local_config_context_schema",
  "t"."local_config_context_data_owner_content_type",
  "t"."device_type",
  "t"."status",
  "t"."role",
  "t"."tenant",
  "t"."platform",
  "t"."location",
  "t"."rack",
  "t"."primary_ip4",
  "t"."primary_ip6",
  "t"."cluster",
  "t"."virtual_chassis",
  "t"."device_redundancy_group",
  "t"."secrets_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  NULL AS "tenant.name",
  "t_location"."tree_names" AS "location.tree_names",
  "t_virtual_chassis"."name" AS "virtual_chassis.name",
  "t_device_type"."model" AS "device_type.model",
  "t_device_type_manufacturer"."name" AS "device_type.manufacturer.name",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "devicebay" l
    WHERE
      "l"."installed_device" = "t"."id"
      AND "l"."id" IS NOT NULL
    ORDER BY
      "l"."natural_name",
      "l"."id"
  ) AS "parent_bay"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "device" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
  LEFT JOIN "virtualchassis" "t_virtual_chassis" ON "t_virtual_chassis"."id" = "t"."virtual_chassis"
  JOIN "devicetype" "t_device_type" ON "t_device_type"."id" = "t"."device_type"
  JOIN "manufacturer" "t_device_type_manufacturer" ON "t_device_type_manufacturer"."id" = "t_device_type"."manufacturer"
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
  "t"."face",
  "t"."local_config_context_data",
  "t"."local_config_context_data_owner_object_id",
  "t"."name",
  "t"."natural_name",
  "t"."serial",
  "t"."asset_tag",
  "t"."position",
  "t"."device_redundancy_group_priority",
  "t"."vc_position",
  "t"."vc_priority",
  "t"."comments",
  "t"."local_config_context_schema",
  "t"."local_config_context_data_owner_content_type",
  "t"."device_type",
  "t"."status",
  "t"."role",
  "t"."tenant",
  "t"."platform",
  "t"."location",
  "t"."rack",
  "t"."primary_ip4",
  "t"."primary_ip6",
  "t"."cluster",
  "t"."virtual_chassis",
  "t"."device_redundancy_group",
  "t"."secrets_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  NULL AS "tenant.name",
  "t_location"."tree_names" AS "location.tree_names",
  "t_virtual_chassis"."name" AS "virtual_chassis.name",
  "t_device_type"."model" AS "device_type.model",
  "t_device_type_manufacturer"."name" AS "device_type.manufacturer.name",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "devicebay" l
    WHERE
      "l"."installed_device" = "t"."id"
      AND "l"."id" IS NOT NULL
    ORDER BY
      "l"."natural_name",
      "l"."id"
  ) AS "parent_bay"
FROM
  "device" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
  LEFT JOIN "virtualchassis" "t_virtual_chassis" ON "t_virtual_chassis"."id" = "t"."virtual_chassis"
  JOIN "devicetype" "t_device_type" ON "t_device_type"."id" = "t"."device_type"
  JOIN "manufacturer" "t_device_type_manufacturer" ON "t_device_type_manufacturer"."id" = "t_device_type"."manufacturer"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
