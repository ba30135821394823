-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/interface-redundancy-groups/: 1
-- GET /api/dcim/interface-redundancy-groups/{id}/: 2
-- GET /api/dcim/interface-redundancy-groups/?depth=1: 1, dcim.interfaceredundancygroupassociation, extras.secretsgroup, extras.status, ipam.ipaddress
-- GET /api/dcim/interface-redundancy-groups/?secrets_group=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."protocol",
  "t"."name",
  "t"."description",
  "t"."protocol_group_id",
  "t"."status",
  "t"."secrets_group",
  "t"."virtual_ip",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "interfaceredundancygroupassociation" l
    WHERE
      "l"."interface_redundancy_group" = "t"."id"
    ORDER BY
      "l"."priority" DESC,
      "l"."id"
  ) AS "interfaces"
FROM
  "interfaceredundancygroup" t
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
  "t"."protocol",
  "t"."name",
  "t"."description",
  "t"."protocol_group_id",
  "t"."status",
  "t"."secrets_group",
  "t"."virtual_ip",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "interfaceredundancygroupassociation" l
    WHERE
      "l"."interface_redundancy_group" = "t"."id"
    ORDER BY
      "l"."priority" DESC,
      "l"."id"
  ) AS "interfaces"
FROM
  "interfaceredundancygroup" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "interfaceredundancygroup" t
WHERE
  "t"."secrets_group" = $1::"uuid"
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
  "t"."protocol",
  "t"."name",
  "t"."description",
  "t"."protocol_group_id",
  "t"."status",
  "t"."secrets_group",
  "t"."virtual_ip",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "interfaceredundancygroupassociation" l
    WHERE
      "l"."interface_redundancy_group" = "t"."id"
    ORDER BY
      "l"."priority" DESC,
      "l"."id"
  ) AS "interfaces"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "interfaceredundancygroup" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5, of extras
SELECT
  "t"."id",
  "t"."name"
FROM
  "secretsgroup" t
WHERE
  "t"."id" = $1::"uuid";

-- 6
SELECT
  "t"."id",
  "t"."protocol",
  "t"."name",
  "t"."description",
  "t"."protocol_group_id",
  "t"."status",
  "t"."secrets_group",
  "t"."virtual_ip",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "interfaceredundancygroup" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
