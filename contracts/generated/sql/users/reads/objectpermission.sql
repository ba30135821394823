-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/users/permissions/: 1
-- GET /api/users/permissions/{id}/: 2
-- GET /api/users/permissions/?depth=1: 1, auth.group, users.user
-- GET /api/users/permissions/?users=…: 3, 4, 5, 6
-- inside others: 7

-- 1
SELECT
  "t"."id",
  "t"."object_types",
  "t"."name",
  "t"."description",
  "t"."enabled",
  "t"."actions",
  "t"."constraints",
  "t"."groups",
  "t"."users",
  "t"."created",
  "t"."last_updated"
FROM
  "objectpermission" t
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
  "t"."object_types",
  "t"."name",
  "t"."description",
  "t"."enabled",
  "t"."actions",
  "t"."constraints",
  "t"."groups",
  "t"."users",
  "t"."created",
  "t"."last_updated"
FROM
  "objectpermission" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."username"
FROM
  "user" t
WHERE
  "t"."id" = $1::"uuid";

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
  "objectpermission" t
WHERE
  "t"."users" && $2::"uuid" [];

-- 5
SELECT
  t.id,
  t.xmin AS version
FROM
  "objectpermission" t
WHERE
  t.id = ANY (
    ARRAY(
      SELECT
        f.id
      FROM
        "objectpermission" f
      WHERE
        "f"."users" && $1::"uuid" []
    )
  )
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 6
SELECT
  "t"."id",
  "t"."object_types",
  "t"."name",
  "t"."description",
  "t"."enabled",
  "t"."actions",
  "t"."constraints",
  "t"."groups",
  "t"."users",
  "t"."created",
  "t"."last_updated"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "objectpermission" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 7
SELECT
  "t"."id",
  "t"."object_types",
  "t"."name",
  "t"."description",
  "t"."enabled",
  "t"."actions",
  "t"."constraints",
  "t"."groups",
  "t"."users",
  "t"."created",
  "t"."last_updated"
FROM
  "objectpermission" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
