-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/ipam/rirs/: 1
-- GET /api/ipam/rirs/{id}/: 2
-- GET /api/ipam/rirs/?depth=1: 1
-- GET /api/ipam/rirs/?q=…: 3
-- inside others: 4

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."is_private",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "prefix" c
    WHERE
      "c"."rir" = t.id
  ) AS "assigned_prefix_count"
FROM
  "rir" t
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
  "t"."is_private",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "prefix" c
    WHERE
      "c"."rir" = t.id
  ) AS "assigned_prefix_count"
FROM
  "rir" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "rir" t
WHERE
  ("t"."name" COLLATE "default") ILIKE $1
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
  "t"."is_private",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "rir" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
