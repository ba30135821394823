-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/content-types/: 1, 2
-- GET /api/extras/content-types/{id}/: 3
-- GET /api/extras/content-types/?depth=1: 1, 2
-- GET /api/extras/content-types/?q=…: 4, 5, 6
-- inside others: 7

-- 1
SELECT
  "t"."id",
  "t"."app_label",
  "t"."model"
FROM
  "contenttype" t
WHERE
  true
ORDER BY
  "t"."app_label" ASC,
  "t"."model" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  sum(delta) AS n
FROM
  row_tally
WHERE
  table_name = $1;

-- 3
SELECT
  "t"."id",
  "t"."app_label",
  "t"."model"
FROM
  "contenttype" t
WHERE
  "t"."id" = $1::"int8";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "contenttype" t
WHERE
  (
    ("t"."app_label" COLLATE "default") ILIKE $1
    OR ("t"."model" COLLATE "default") ILIKE $2
  )
ORDER BY
  "t"."app_label" ASC,
  "t"."model" ASC,
  "t"."id"
LIMIT
  $3
OFFSET
  $4;

-- 5
SELECT
  "t"."id",
  "t"."app_label",
  "t"."model"
FROM
  unnest($1::"int8" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "contenttype" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
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
  "contenttype" t
WHERE
  (
    ("t"."app_label" COLLATE "default") ILIKE $2
    OR ("t"."model" COLLATE "default") ILIKE $3
  );

-- 7
SELECT
  "t"."id",
  "t"."app_label",
  "t"."model"
FROM
  "contenttype" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"int8" [])
    )
  );
