-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/notes/: 1, 2, 3
-- GET /api/extras/notes/{id}/: 4, 2, 3
-- GET /api/extras/notes/?depth=1: 1, 3, tenancy.tenant, users.user
-- GET /api/extras/notes/?user=…: 5, 6, 2, 3, 7
-- inside others: 8

-- 1
SELECT
  "t"."id",
  "t"."assigned_object_type",
  "t"."assigned_object_id",
  "t"."user_name",
  "t"."note",
  "t"."user",
  "t"."created",
  "t"."last_updated",
  split_part("t"."assigned_object_type", '.', $1) AS "assigned_object_type.app_label",
  split_part("t"."assigned_object_type", '.', $2) AS "assigned_object_type.model",
  NULL AS "assigned_object.plain_text"
FROM
  "note" t
WHERE
  true
ORDER BY
  "t"."created" ASC,
  "t"."id"
LIMIT
  '50';

-- 2, of tenancy
SELECT
  "t"."id"
FROM
  "tenant" t
WHERE
  "t"."id" = $1::"uuid";

-- 3, of tenancy
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."comments",
  "t"."tenant_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "tenant" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  "t"."id",
  "t"."assigned_object_type",
  "t"."assigned_object_id",
  "t"."user_name",
  "t"."note",
  "t"."user",
  "t"."created",
  "t"."last_updated",
  split_part("t"."assigned_object_type", '.', $1) AS "assigned_object_type.app_label",
  split_part("t"."assigned_object_type", '.', $2) AS "assigned_object_type.model",
  NULL AS "assigned_object.plain_text"
FROM
  "note" t
WHERE
  t.id = $3;

-- 5
SELECT
  t.id,
  t.xmin AS version
FROM
  "note" t
WHERE
  "t"."user" = $1::"uuid"
ORDER BY
  "t"."created" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 6
SELECT
  "t"."id",
  "t"."assigned_object_type",
  "t"."assigned_object_id",
  "t"."user_name",
  "t"."note",
  "t"."user",
  "t"."created",
  "t"."last_updated",
  split_part("t"."assigned_object_type", '.', $1) AS "assigned_object_type.app_label",
  split_part("t"."assigned_object_type", '.', $2) AS "assigned_object_type.model",
  NULL AS "assigned_object.plain_text"
FROM
  unnest($3::"uuid" [], $4::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "note" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 7, of users
SELECT
  "t"."id",
  "t"."username"
FROM
  "user" t
WHERE
  "t"."id" = $1::"uuid";

-- 8
SELECT
  "t"."id",
  "t"."assigned_object_type",
  "t"."assigned_object_id",
  "t"."user_name",
  "t"."note",
  "t"."user",
  "t"."created",
  "t"."last_updated",
  split_part("t"."assigned_object_type", '.', $1) AS "assigned_object_type.app_label",
  split_part("t"."assigned_object_type", '.', $2) AS "assigned_object_type.model",
  NULL AS "assigned_object.plain_text"
FROM
  "note" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($3::"uuid" [])
    )
  );
