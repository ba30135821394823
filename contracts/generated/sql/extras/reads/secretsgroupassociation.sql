-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/secrets-groups-associations/: 1
-- GET /api/extras/secrets-groups-associations/{id}/: 2
-- GET /api/extras/secrets-groups-associations/?depth=1: 1, extras.secret, extras.secretsgroup
-- GET /api/extras/secrets-groups-associations/?secrets_group=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."access_type",
  "t"."secret_type",
  "t"."secrets_group",
  "t"."secret",
  "t_secrets_group"."name" AS "secrets_group.name",
  "t_secret"."name" AS "secret.name"
FROM
  "secretsgroupassociation" t
  JOIN "secretsgroup" "t_secrets_group" ON "t_secrets_group"."id" = "t"."secrets_group"
  JOIN "secret" "t_secret" ON "t_secret"."id" = "t"."secret"
WHERE
  true
ORDER BY
  "t_secrets_group"."id" ASC,
  "t"."access_type" ASC,
  "t"."secret_type" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."access_type",
  "t"."secret_type",
  "t"."secrets_group",
  "t"."secret",
  "t_secrets_group"."name" AS "secrets_group.name",
  "t_secret"."name" AS "secret.name"
FROM
  "secretsgroupassociation" t
  JOIN "secretsgroup" "t_secrets_group" ON "t_secrets_group"."id" = "t"."secrets_group"
  JOIN "secret" "t_secret" ON "t_secret"."id" = "t"."secret"
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name"
FROM
  "secretsgroup" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "secretsgroupassociation" t
  JOIN "secretsgroup" "t_secrets_group" ON "t_secrets_group"."id" = "t"."secrets_group"
WHERE
  "t"."secrets_group" = $1::"uuid"
ORDER BY
  "t_secrets_group"."id" ASC,
  "t"."access_type" ASC,
  "t"."secret_type" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."access_type",
  "t"."secret_type",
  "t"."secrets_group",
  "t"."secret",
  "t_secrets_group"."name" AS "secrets_group.name",
  "t_secret"."name" AS "secret.name"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "secretsgroupassociation" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "secretsgroup" "t_secrets_group" ON "t_secrets_group"."id" = "t"."secrets_group"
  JOIN "secret" "t_secret" ON "t_secret"."id" = "t"."secret"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."access_type",
  "t"."secret_type",
  "t"."secrets_group",
  "t"."secret",
  "t_secrets_group"."name" AS "secrets_group.name",
  "t_secret"."name" AS "secret.name"
FROM
  "secretsgroupassociation" t
  JOIN "secretsgroup" "t_secrets_group" ON "t_secrets_group"."id" = "t"."secrets_group"
  JOIN "secret" "t_secret" ON "t_secret"."id" = "t"."secret"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
