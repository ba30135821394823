-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/circuits/circuit-types/: 1
-- GET /api/circuits/circuit-types/{id}/: 2
-- GET /api/circuits/circuit-types/?depth=1: 1
-- GET /api/circuits/circuit-types/?q=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "circuit" c
    WHERE
      "c"."circuit_type" = t.id
  ) AS "circuit_count"
FROM
  "circuittype" t
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
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "circuit" c
    WHERE
      "c"."circuit_type" = t.id
  ) AS "circuit_count"
FROM
  "circuittype" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "circuittype" t
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
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "circuit" c
    WHERE
      "c"."circuit_type" = t.id
  ) AS "circuit_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "circuittype" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "circuittype" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
