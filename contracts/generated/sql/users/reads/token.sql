-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/users/tokens/: 1, 2
-- GET /api/users/tokens/{id}/: 3
-- GET /api/users/tokens/?depth=1: 1, 2
-- GET /api/users/tokens/?q=…: 4, 2
-- inside others: 5

-- 1
SELECT
  t.id,
  t.xmin AS version
FROM
  "token" t
WHERE
  "t"."user" = $1::"uuid"
ORDER BY
  "t"."created" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 2
SELECT
  "t"."id",
  "t"."key",
  "t"."key_digest",
  "t"."key_ending",
  "t"."expires",
  "t"."write_enabled",
  "t"."description",
  "t"."created",
  "t"."user",
  "t_user"."username" AS "user.username"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "token" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "user" "t_user" ON "t_user"."id" = "t"."user"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 3
SELECT
  "t"."id",
  "t"."key",
  "t"."key_digest",
  "t"."key_ending",
  "t"."expires",
  "t"."write_enabled",
  "t"."description",
  "t"."created",
  "t"."user",
  "t_user"."username" AS "user.username"
FROM
  "token" t
  JOIN "user" "t_user" ON "t_user"."id" = "t"."user"
WHERE
  (
    "t"."id" = $1::"uuid"
    AND "t"."user" = $2::"uuid"
  );

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "token" t
WHERE
  (
    "t"."user" = $1::"uuid"
    AND ("t"."description" COLLATE "default") ILIKE $2
  )
ORDER BY
  "t"."created" ASC,
  "t"."id"
LIMIT
  $3
OFFSET
  $4;

-- 5
SELECT
  "t"."id",
  "t"."key",
  "t"."key_digest",
  "t"."key_ending",
  "t"."expires",
  "t"."write_enabled",
  "t"."description",
  "t"."created",
  "t"."user",
  "t_user"."username" AS "user.username"
FROM
  "token" t
  JOIN "user" "t_user" ON "t_user"."id" = "t"."user"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
