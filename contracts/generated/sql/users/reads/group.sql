-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/users/groups/: 1
-- GET /api/users/groups/{id}/: 2
-- GET /api/users/groups/?depth=1: 1
-- GET /api/users/groups/?q=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."name",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "user" c
    WHERE
      "c"."groups" @> ARRAY[t.id]
  ) AS "user_count"
FROM
  "group" t
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
  0::bigint + (
    SELECT
      count(*)
    FROM
      "user" c
    WHERE
      "c"."groups" @> ARRAY[t.id]
  ) AS "user_count"
FROM
  "group" t
WHERE
  "t"."id" = $1::"int8";

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "group" t
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
  0::bigint + (
    SELECT
      count(*)
    FROM
      "user" c
    WHERE
      "c"."groups" @> ARRAY[t.id]
  ) AS "user_count"
FROM
  unnest($1::"int8" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "group" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5
SELECT
  "t"."id",
  "t"."name"
FROM
  "group" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"int8" [])
    )
  );
