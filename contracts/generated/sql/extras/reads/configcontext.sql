-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/config-contexts/: 1
-- GET /api/extras/config-contexts/{id}/: 2
-- GET /api/extras/config-contexts/?depth=1: 1, dcim.deviceredundancygroup, dcim.devicetype, dcim.location, dcim.platform, extras.configcontextschema, extras.role, extras.tag, tenancy.tenant, tenancy.tenantgroup, virtualization.cluster, virtualization.clustergroup
-- GET /api/extras/config-contexts/?schema=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."owner_content_type",
  "t"."name",
  "t"."owner_object_id",
  "t"."weight",
  "t"."description",
  "t"."is_active",
  "t"."data",
  "t"."config_context_schema",
  "t"."locations",
  "t"."roles",
  "t"."device_types",
  "t"."device_redundancy_groups",
  "t"."platforms",
  "t"."cluster_groups",
  "t"."clusters",
  "t"."tenant_groups",
  "t"."tenants",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  NULL AS "owner.display"
FROM
  "configcontext" t
WHERE
  true
ORDER BY
  "t"."weight" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."owner_content_type",
  "t"."name",
  "t"."owner_object_id",
  "t"."weight",
  "t"."description",
  "t"."is_active",
  "t"."data",
  "t"."config_context_schema",
  "t"."locations",
  "t"."roles",
  "t"."device_types",
  "t"."device_redundancy_groups",
  "t"."platforms",
  "t"."cluster_groups",
  "t"."clusters",
  "t"."tenant_groups",
  "t"."tenants",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  NULL AS "owner.display"
FROM
  "configcontext" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name"
FROM
  "configcontextschema" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "configcontext" t
WHERE
  "t"."config_context_schema" = $1::"uuid"
ORDER BY
  "t"."weight" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."owner_content_type",
  "t"."name",
  "t"."owner_object_id",
  "t"."weight",
  "t"."description",
  "t"."is_active",
  "t"."data",
  "t"."config_context_schema",
  "t"."locations",
  "t"."roles",
  "t"."device_types",
  "t"."device_redundancy_groups",
  "t"."platforms",
  "t"."cluster_groups",
  "t"."clusters",
  "t"."tenant_groups",
  "t"."tenants",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  NULL AS "owner.display"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "configcontext" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."owner_content_type",
  "t"."name",
  "t"."owner_object_id",
  "t"."weight",
  "t"."description",
  "t"."is_active",
  "t"."data",
  "t"."config_context_schema",
  "t"."locations",
  "t"."roles",
  "t"."device_types",
  "t"."device_redundancy_groups",
  "t"."platforms",
  "t"."cluster_groups",
  "t"."clusters",
  "t"."tenant_groups",
  "t"."tenants",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  NULL AS "owner.display"
FROM
  "configcontext" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
