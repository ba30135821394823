-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/secrets-groups/: 1, 2
-- GET /api/extras/secrets-groups/{id}/: 3
-- GET /api/extras/secrets-groups/?depth=1: 1, 2, extras.secretsgroupassociation
-- GET /api/extras/secrets-groups/?q=…: 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "secretsgroupassociation" l
    WHERE
      "l"."secrets_group" = "t"."id"
    ORDER BY
      "l"."access_type",
      "l"."secret_type",
      "l"."id"
  ) AS "secrets"
FROM
  "secretsgroup" t
WHERE
  true
ORDER BY
  "t"."name" ASC,
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
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "secretsgroupassociation" l
    WHERE
      "l"."secrets_group" = "t"."id"
    ORDER BY
      "l"."access_type",
      "l"."secret_type",
      "l"."id"
  ) AS "secrets"
FROM
  "secretsgroup" t
WHERE
  t.id = $1;

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "secretsgroup" t
WHERE
  ("t"."name" COLLATE "default") ILIKE $1
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
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "secretsgroupassociation" l
    WHERE
      "l"."secrets_group" = "t"."id"
    ORDER BY
      "l"."access_type",
      "l"."secret_type",
      "l"."id"
  ) AS "secrets"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "secretsgroup" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "secretsgroup" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
