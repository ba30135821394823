-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/webhooks/: 1
-- GET /api/extras/webhooks/{id}/: 2
-- GET /api/extras/webhooks/?depth=1: 1
-- GET /api/extras/webhooks/?q=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."type_create",
  "t"."type_update",
  "t"."type_delete",
  "t"."payload_url",
  "t"."enabled",
  "t"."http_method",
  "t"."http_content_type",
  "t"."additional_headers",
  "t"."body_template",
  "t"."secret",
  "t"."paused",
  "t"."ssl_verification",
  "t"."ca_file_path",
  "t"."created",
  "t"."last_updated"
FROM
  "webhook" t
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
  "t"."content_types",
  "t"."name",
  "t"."type_create",
  "t"."type_update",
  "t"."type_delete",
  "t"."payload_url",
  "t"."enabled",
  "t"."http_method",
  "t"."http_content_type",
  "t"."additional_headers",
  "t"."body_template",
  "t"."secret",
  "t"."paused",
  "t"."ssl_verification",
  "t"."ca_file_path",
  "t"."created",
  "t"."last_updated"
FROM
  "webhook" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "webhook" t
WHERE
  (
    ("t"."name" COLLATE "default") ILIKE $1
    OR ("t"."payload_url" COLLATE "default") ILIKE $2
    OR ("t"."additional_headers" COLLATE "default") ILIKE $3
    OR ("t"."body_template" COLLATE "default") ILIKE $4
  )
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  $5
OFFSET
  $6;

-- 4
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."type_create",
  "t"."type_update",
  "t"."type_delete",
  "t"."payload_url",
  "t"."enabled",
  "t"."http_method",
  "t"."http_content_type",
  "t"."additional_headers",
  "t"."body_template",
  "t"."secret",
  "t"."paused",
  "t"."ssl_verification",
  "t"."ca_file_path",
  "t"."created",
  "t"."last_updated"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "webhook" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."type_create",
  "t"."type_update",
  "t"."type_delete",
  "t"."payload_url",
  "t"."enabled",
  "t"."http_method",
  "t"."http_content_type",
  "t"."additional_headers",
  "t"."body_template",
  "t"."secret",
  "t"."paused",
  "t"."ssl_verification",
  "t"."ca_file_path",
  "t"."created",
  "t"."last_updated"
FROM
  "webhook" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
