-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/external-integrations/: 1
-- GET /api/extras/external-integrations/{id}/: 2
-- GET /api/extras/external-integrations/?depth=1: 1, extras.secretsgroup
-- GET /api/extras/external-integrations/?secrets_group=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."remote_url",
  "t"."verify_ssl",
  "t"."timeout",
  "t"."extra_config",
  "t"."http_method",
  "t"."headers",
  "t"."ca_file_path",
  "t"."secrets_group",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "externalintegration" t
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
  "t"."remote_url",
  "t"."verify_ssl",
  "t"."timeout",
  "t"."extra_config",
  "t"."http_method",
  "t"."headers",
  "t"."ca_file_path",
  "t"."secrets_group",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "externalintegration" t
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
  "externalintegration" t
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
  "t"."name",
  "t"."remote_url",
  "t"."verify_ssl",
  "t"."timeout",
  "t"."extra_config",
  "t"."http_method",
  "t"."headers",
  "t"."ca_file_path",
  "t"."secrets_group",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "externalintegration" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."name",
  "t"."remote_url",
  "t"."verify_ssl",
  "t"."timeout",
  "t"."extra_config",
  "t"."http_method",
  "t"."headers",
  "t"."ca_file_path",
  "t"."secrets_group",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "externalintegration" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
