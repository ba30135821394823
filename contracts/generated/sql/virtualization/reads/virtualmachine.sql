-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/virtualization/virtual-machines/: 1
-- GET /api/virtualization/virtual-machines/{id}/: 2
-- GET /api/virtualization/virtual-machines/?depth=1: 1, contenttypes.contenttype, dcim.platform, extras.role, extras.status, extras.tag, tenancy.tenant, virtualization.cluster
-- GET /api/virtualization/virtual-machines/?tenant=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."local_config_context_data",
  "t"."local_config_context_data_owner_object_id",
  "t"."name",
  "t"."vcpus",
  "t"."memory",
  "t"."disk",
  "t"."comments",
  "t"."local_config_context_schema",
  "t"."local_config_context_data_owner_content_type",
  "t"."cluster",
  "t"."tenant",
  "t"."platform",
  "t"."status",
  "t"."role",
  "t"."primary_ip4",
  "t"."primary_ip6",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_cluster"."name" AS "cluster.name",
  NULL AS "tenant.name"
FROM
  "virtualmachine" t
  JOIN "cluster" "t_cluster" ON "t_cluster"."id" = "t"."cluster"
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
  "t"."local_config_context_data",
  "t"."local_config_context_data_owner_object_id",
  "t"."name",
  "t"."vcpus",
  "t"."memory",
  "t"."disk",
  "t"."comments",
  "t"."local_config_context_schema",
  "t"."local_config_context_data_owner_content_type",
  "t"."cluster",
  "t"."tenant",
  "t"."platform",
  "t"."status",
  "t"."role",
  "t"."primary_ip4",
  "t"."primary_ip6",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_cluster"."name" AS "cluster.name",
  NULL AS "tenant.name"
FROM
  "virtualmachine" t
  JOIN "cluster" "t_cluster" ON "t_cluster"."id" = "t"."cluster"
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "virtualmachine" t
WHERE
  "t"."tenant" = $1::"uuid"
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 4
SELECT
  "t"."id",
  "t"."local_config_context_data",
  "t"."local_config_context_data_owner_object_id",
  "t"."name",
  "t"."vcpus",
  "t"."memory",
  "t"."disk",
  "t"."comments",
  "t"."local_config_context_schema",
  "t"."local_config_context_data_owner_content_type",
  "t"."cluster",
  "t"."tenant",
  "t"."platform",
  "t"."status",
  "t"."role",
  "t"."primary_ip4",
  "t"."primary_ip6",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_cluster"."name" AS "cluster.name",
  NULL AS "tenant.name"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "virtualmachine" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "cluster" "t_cluster" ON "t_cluster"."id" = "t"."cluster"
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
  "t"."local_config_context_data",
  "t"."local_config_context_data_owner_object_id",
  "t"."name",
  "t"."vcpus",
  "t"."memory",
  "t"."disk",
  "t"."comments",
  "t"."local_config_context_schema",
  "t"."local_config_context_data_owner_content_type",
  "t"."cluster",
  "t"."tenant",
  "t"."platform",
  "t"."status",
  "t"."role",
  "t"."primary_ip4",
  "t"."primary_ip6",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_cluster"."name" AS "cluster.name",
  NULL AS "tenant.name"
FROM
  "virtualmachine" t
  JOIN "cluster" "t_cluster" ON "t_cluster"."id" = "t"."cluster"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
