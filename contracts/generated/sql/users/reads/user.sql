-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/users/users/: 1
-- GET /api/users/users/{id}/: 2
-- GET /api/users/users/?depth=1: 1, auth.group
-- GET /api/users/users/?groups=…: 3, 4, 5, 6
-- inside others: 7

-- 1
SELECT
  "t"."id",
  "t"."last_login",
  "t"."is_superuser",
  "t"."username",
  "t"."first_name",
  "t"."last_name",
  "t"."email",
  "t"."is_staff",
  "t"."is_active",
  "t"."date_joined",
  "t"."config_data",
  "t"."groups"
FROM
  "user" t
WHERE
  true
ORDER BY
  "t"."username" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."last_login",
  "t"."is_superuser",
  "t"."username",
  "t"."first_name",
  "t"."last_name",
  "t"."email",
  "t"."is_staff",
  "t"."is_active",
  "t"."date_joined",
  "t"."config_data",
  "t"."groups"
FROM
  "user" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name"
FROM
  "group" t
WHERE
  "t"."name" = $1::"text";

-- 4
SELECT
  count(*) AS count,
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes
FROM
  "user" t
WHERE
  "t"."groups" && $2::"int8" [];

-- 5
SELECT
  t.id,
  t.xmin AS version
FROM
  "user" t
WHERE
  t.id = ANY (
    ARRAY(
      SELECT
        f.id
      FROM
        "user" f
      WHERE
        "f"."groups" && $1::"int8" []
    )
  )
ORDER BY
  "t"."username" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 6
SELECT
  "t"."id",
  "t"."last_login",
  "t"."is_superuser",
  "t"."username",
  "t"."first_name",
  "t"."last_name",
  "t"."email",
  "t"."is_staff",
  "t"."is_active",
  "t"."date_joined",
  "t"."config_data",
  "t"."groups"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "user" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 7
SELECT
  "t"."id",
  "t"."last_login",
  "t"."is_superuser",
  "t"."username",
  "t"."first_name",
  "t"."last_name",
  "t"."email",
  "t"."is_staff",
  "t"."is_active",
  "t"."date_joined",
  "t"."config_data",
  "t"."groups"
FROM
  "user" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
