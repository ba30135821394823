-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/git-repositories/: 1
-- GET /api/extras/git-repositories/{id}/: 2
-- GET /api/extras/git-repositories/?depth=1: 1, extras.secretsgroup
-- GET /api/extras/git-repositories/?secrets_group_id=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."provided_contents",
  "t"."name",
  "t"."slug",
  "t"."remote_url",
  "t"."branch",
  "t"."current_head",
  "t"."secrets_group",
  "t"."syncs_begun",
  "t"."last_sync",
  "t"."synced_head",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "gitrepository" t
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
  "t"."provided_contents",
  "t"."name",
  "t"."slug",
  "t"."remote_url",
  "t"."branch",
  "t"."current_head",
  "t"."secrets_group",
  "t"."syncs_begun",
  "t"."last_sync",
  "t"."synced_head",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "gitrepository" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id"
FROM
  "secretsgroup" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "gitrepository" t
WHERE
  "t"."secrets_group" = $1::"uuid"
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
  "t"."provided_contents",
  "t"."name",
  "t"."slug",
  "t"."remote_url",
  "t"."branch",
  "t"."current_head",
  "t"."secrets_group",
  "t"."syncs_begun",
  "t"."last_sync",
  "t"."synced_head",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "gitrepository" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."provided_contents",
  "t"."name",
  "t"."slug",
  "t"."remote_url",
  "t"."branch",
  "t"."current_head",
  "t"."secrets_group",
  "t"."syncs_begun",
  "t"."last_sync",
  "t"."synced_head",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "gitrepository" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
