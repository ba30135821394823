-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/device-redundancy-groups/: 1
-- GET /api/dcim/device-redundancy-groups/{id}/: 2
-- GET /api/dcim/device-redundancy-groups/?depth=1: 1, extras.secretsgroup, extras.status, extras.tag
-- GET /api/dcim/device-redundancy-groups/?status=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."failover_strategy",
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."status",
  "t"."secrets_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "deviceredundancygroup" t
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
  "t"."failover_strategy",
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."status",
  "t"."secrets_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "deviceredundancygroup" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "deviceredundancygroup" t
WHERE
  "t"."status" = $1::"uuid"
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
  "t"."failover_strategy",
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."status",
  "t"."secrets_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "deviceredundancygroup" t ON t.id = found.id
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
  "status" t
WHERE
  "t"."id" = $1::"uuid";

-- 6
SELECT
  "t"."id",
  "t"."failover_strategy",
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."status",
  "t"."secrets_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "deviceredundancygroup" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
