-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/virtual-chassis/: 1
-- GET /api/dcim/virtual-chassis/{id}/: 2
-- GET /api/dcim/virtual-chassis/?depth=1: 1, dcim.device, extras.tag
-- GET /api/dcim/virtual-chassis/?master=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."domain",
  "t"."master",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."virtual_chassis" = t.id
  ) AS "member_count"
FROM
  "virtualchassis" t
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
  "t"."domain",
  "t"."master",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."virtual_chassis" = t.id
  ) AS "member_count"
FROM
  "virtualchassis" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name"
FROM
  "device" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  "t"."id",
  "t"."name",
  "t"."domain",
  "t"."master",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "device" c
    WHERE
      "c"."virtual_chassis" = t.id
  ) AS "member_count"
FROM
  "virtualchassis" t
WHERE
  "t"."master" = $1::"uuid"
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 5
SELECT
  "t"."id",
  "t"."name",
  "t"."domain",
  "t"."master",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "virtualchassis" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
