-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/ipam/prefixes/: 1, 2
-- GET /api/ipam/prefixes/{id}/: 3
-- GET /api/ipam/prefixes/?depth=1: 1, 2, dcim.location, extras.role, extras.status, extras.tag, ipam.namespace, ipam.rir, ipam.vlan, tenancy.tenant
-- GET /api/ipam/prefixes/?status=…: 4, 2, 5
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
      "namespace"
  ) AS groups
  CROSS JOIN LATERAL (
    SELECT
      t.id,
      t.xmin AS version,
      "t"."prefix" AS value
    FROM
      "prefix" t
    WHERE
      "t"."namespace" = groups.id
      AND true
    ORDER BY
      "t"."prefix",
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
  "t"."prefix",
  "t"."type",
  "t"."network",
  "t"."broadcast",
  "t"."prefix_length",
  "t"."ip_version",
  "t"."date_allocated",
  "t"."description",
  "t"."status",
  "t"."role",
  "t"."parent",
  "t"."location",
  "t"."namespace",
  "t"."tenant",
  "t"."vlan",
  "t"."rir",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_namespace"."name" AS "namespace.name"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "prefix" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "namespace" "t_namespace" ON "t_namespace"."id" = "t"."namespace"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 3
SELECT
  "t"."id",
  "t"."prefix",
  "t"."type",
  "t"."network",
  "t"."broadcast",
  "t"."prefix_length",
  "t"."ip_version",
  "t"."date_allocated",
  "t"."description",
  "t"."status",
  "t"."role",
  "t"."parent",
  "t"."location",
  "t"."namespace",
  "t"."tenant",
  "t"."vlan",
  "t"."rir",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_namespace"."name" AS "namespace.name"
FROM
  "prefix" t
  JOIN "namespace" "t_namespace" ON "t_namespace"."id" = "t"."namespace"
WHERE
  t.id = $1;

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "prefix" t
  JOIN "namespace" "t_namespace" ON "t_namespace"."id" = "t"."namespace"
WHERE
  "t"."status" = $1::"uuid"
ORDER BY
  "t_namespace"."name" ASC,
  "t"."prefix" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5, of extras
SELECT
  "t"."id",
  "t"."name"
FROM
  "status" t
WHERE
  "t"."id" = $1::"uuid";

-- 6
SELECT
  "t"."id",
  "t"."prefix",
  "t"."type",
  "t"."network",
  "t"."broadcast",
  "t"."prefix_length",
  "t"."ip_version",
  "t"."date_allocated",
  "t"."description",
  "t"."status",
  "t"."role",
  "t"."parent",
  "t"."location",
  "t"."namespace",
  "t"."tenant",
  "t"."vlan",
  "t"."rir",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_namespace"."name" AS "namespace.name"
FROM
  "prefix" t
  JOIN "namespace" "t_namespace" ON "t_namespace"."id" = "t"."namespace"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
