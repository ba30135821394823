-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/graphql-queries/: 1
-- GET /api/extras/graphql-queries/{id}/: 2
-- GET /api/extras/graphql-queries/?depth=1: 1
-- GET /api/extras/graphql-queries/?q=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."query",
  "t"."created",
  "t"."last_updated"
FROM
  "graphqlquery" t
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
  "t"."query",
  "t"."created",
  "t"."last_updated"
FROM
  "graphqlquery" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "graphqlquery" t
WHERE
  (
    ("t"."name" COLLATE "default") ILIKE $1
    OR ("t"."query" COLLATE "default") ILIKE $2
  )
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  $3
OFFSET
  $4;

-- 4
SELECT
  "t"."id",
  "t"."name",
  "t"."query",
  "t"."created",
  "t"."last_updated"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "graphqlquery" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5
SELECT
  "t"."id",
  "t"."name",
  "t"."query",
  "t"."created",
  "t"."last_updated"
FROM
  "graphqlquery" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
