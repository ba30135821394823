-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/circuits/provider-networks/: 1, 2
-- GET /api/circuits/provider-networks/{id}/: 3
-- GET /api/circuits/provider-networks/?depth=1: 1, 2, circuits.provider, extras.tag
-- GET /api/circuits/provider-networks/?provider=…: 4, 5, 2
-- inside others: 6

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
      "t"."name" AS value
    FROM
      "providernetwork" t
    WHERE
      "t"."provider" = groups.id
      AND true
    ORDER BY
      "t"."name",
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
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."provider",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_provider"."name" AS "provider.name"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "providernetwork" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "provider" "t_provider" ON "t_provider"."id" = "t"."provider"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 3
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."provider",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_provider"."name" AS "provider.name"
FROM
  "providernetwork" t
  JOIN "provider" "t_provider" ON "t_provider"."id" = "t"."provider"
WHERE
  t.id = $1;

-- 4
SELECT
  "t"."id",
  "t"."name"
FROM
  "provider" t
WHERE
  "t"."id" = $1::"uuid";

-- 5
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
      "t"."name" AS value
    FROM
      "providernetwork" t
    WHERE
      "t"."provider" = groups.id
      AND "t"."provider" = $1::"uuid"
    ORDER BY
      "t"."name",
      t.id
    LIMIT
      $2
  ) AS members
ORDER BY
  groups.place,
  members.value,
  members.id
LIMIT
  $3
OFFSET
  $4;

-- 6
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."provider",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_provider"."name" AS "provider.name"
FROM
  "providernetwork" t
  JOIN "provider" "t_provider" ON "t_provider"."id" = "t"."provider"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
