-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/circuits/circuits/: 1, 2, 3
-- GET /api/circuits/circuits/{id}/: 4
-- GET /api/circuits/circuits/?depth=1: 1, 2, 3, circuits.circuittype, circuits.provider, extras.status
-- GET /api/circuits/circuits/?status=…: 5, 2, 6, 7
-- inside others: 8

-- 1
SELECT
  members.id,
  members.version
FROM
  (
    SELECT
      id,
      row_number() OVER (
        ORDER BY
          "name"
      ) AS place
    FROM
      "provider"
  ) AS groups
  CROSS JOIN LATERAL (
    SELECT
      t.id,
      t.xmin AS version,
      "t"."cid" AS value
    FROM
      "circuit" t
    WHERE
      "t"."provider" = groups.id
      AND true
    ORDER BY
      "t"."cid",
      t.id
    LIMIT
      $1
  ) AS members
ORDER BY
  groups.place,
  members.value,
  members.id
LIMIT
  $2
OFFSET
  $3;

-- 2
SELECT
  "t"."id",
  "t"."cid",
  "t"."install_date",
  "t"."commit_rate",
  "t"."description",
  "t"."comments",
  "t"."status",
  "t"."provider",
  "t"."circuit_type",
  "t"."tenant",
  "t"."circuit_termination_a",
  "t"."circuit_termination_z",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_provider"."name" AS "provider.name"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "circuit" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "provider" "t_provider" ON "t_provider"."id" = "t"."provider"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 3
SELECT
  sum(delta) AS n
FROM
  row_tally
WHERE
  table_name = $1;

-- 4
SELECT
  "t"."id",
  "t"."cid",
  "t"."install_date",
  "t"."commit_rate",
  "t"."description",
  "t"."comments",
  "t"."status",
  "t"."provider",
  "t"."circuit_type",
  "t"."tenant",
  "t"."circuit_termination_a",
  "t"."circuit_termination_z",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_provider"."name" AS "provider.name"
FROM
  "circuit" t
  JOIN "provider" "t_provider" ON "t_provider"."id" = "t"."provider"
WHERE
  t.id = $1;

-- 5
SELECT
  t.id,
  t.xmin AS version
FROM
  "circuit" t
  JOIN "provider" "t_provider" ON "t_provider"."id" = "t"."provider"
WHERE
  "t"."status" = $1::"uuid"
ORDER BY
  "t_provider"."name" ASC,
  "t"."cid" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

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
  "circuit" t
WHERE
  "t"."status" = $2::"uuid";

-- 7, of extras
SELECT
  "t"."id",
  "t"."name"
FROM
  "status" t
WHERE
  "t"."id" = $1::"uuid";

-- 8
SELECT
  "t"."id",
  "t"."cid",
  "t"."install_date",
  "t"."commit_rate",
  "t"."description",
  "t"."comments",
  "t"."status",
  "t"."provider",
  "t"."circuit_type",
  "t"."tenant",
  "t"."circuit_termination_a",
  "t"."circuit_termination_z",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_provider"."name" AS "provider.name"
FROM
  "circuit" t
  JOIN "provider" "t_provider" ON "t_provider"."id" = "t"."provider"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
