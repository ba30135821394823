-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/ipam/route-targets/: 1
-- GET /api/ipam/route-targets/{id}/: 2
-- GET /api/ipam/route-targets/?depth=1: 1, extras.tag, tenancy.tenant
-- GET /api/ipam/route-targets/?tenant=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "routetarget" t
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
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "routetarget" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "routetarget" t
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
  "t"."name",
  "t"."description",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "routetarget" t ON t.id = found.id
  AND t.xmin = found.version
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
  "t"."name",
  "t"."description",
  "t"."tenant",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "routetarget" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
