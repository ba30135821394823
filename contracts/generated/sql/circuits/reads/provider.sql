-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/circuits/providers/: 1
-- GET /api/circuits/providers/{id}/: 2
-- GET /api/circuits/providers/?depth=1: 1, extras.tag
-- GET /api/circuits/providers/?tags=…: 3, 4, 5, 6
-- inside others: 7

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."asn",
  "t"."account",
  "t"."portal_url",
  "t"."noc_contact",
  "t"."admin_contact",
  "t"."comments",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "circuit" c
    WHERE
      "c"."provider" = t.id
  ) AS "circuit_count"
FROM
  "provider" t
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
  "t"."asn",
  "t"."account",
  "t"."portal_url",
  "t"."noc_contact",
  "t"."admin_contact",
  "t"."comments",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "circuit" c
    WHERE
      "c"."provider" = t.id
  ) AS "circuit_count"
FROM
  "provider" t
WHERE
  t.id = $1;

-- 3
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
  "provider" t
WHERE
  "t"."tags" && $2::"uuid" [];

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "provider" t
WHERE
  t.id = ANY (
    ARRAY(
      SELECT
        f.id
      FROM
        "provider" f
      WHERE
        "f"."tags" && $1::"uuid" []
    )
  )
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."name",
  "t"."asn",
  "t"."account",
  "t"."portal_url",
  "t"."noc_contact",
  "t"."admin_contact",
  "t"."comments",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "circuit" c
    WHERE
      "c"."provider" = t.id
  ) AS "circuit_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "provider" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6, of extras
SELECT
  "t"."id",
  "t"."name"
FROM
  "tag" t
WHERE
  "t"."id" = $1::"uuid";

-- 7
SELECT
  "t"."id",
  "t"."name",
  "t"."asn",
  "t"."account",
  "t"."portal_url",
  "t"."noc_contact",
  "t"."admin_contact",
  "t"."comments",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "provider" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
