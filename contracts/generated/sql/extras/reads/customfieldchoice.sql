-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/custom-field-choices/: 1
-- GET /api/extras/custom-field-choices/{id}/: 2
-- GET /api/extras/custom-field-choices/?depth=1: 1, extras.customfield
-- GET /api/extras/custom-field-choices/?custom_field=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."value",
  "t"."weight",
  "t"."custom_field",
  "t"."created",
  "t"."last_updated",
  "t_custom_field"."key" AS "custom_field.key"
FROM
  "customfieldchoice" t
  JOIN "customfield" "t_custom_field" ON "t_custom_field"."id" = "t"."custom_field"
WHERE
  true
ORDER BY
  "t_custom_field"."weight" ASC,
  "t_custom_field"."label" ASC,
  "t"."weight" ASC,
  "t"."value" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."value",
  "t"."weight",
  "t"."custom_field",
  "t"."created",
  "t"."last_updated",
  "t_custom_field"."key" AS "custom_field.key"
FROM
  "customfieldchoice" t
  JOIN "customfield" "t_custom_field" ON "t_custom_field"."id" = "t"."custom_field"
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."key"
FROM
  "customfield" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "customfieldchoice" t
  JOIN "customfield" "t_custom_field" ON "t_custom_field"."id" = "t"."custom_field"
WHERE
  "t"."custom_field" = $1::"uuid"
ORDER BY
  "t_custom_field"."weight" ASC,
  "t_custom_field"."label" ASC,
  "t"."weight" ASC,
  "t"."value" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."value",
  "t"."weight",
  "t"."custom_field",
  "t"."created",
  "t"."last_updated",
  "t_custom_field"."key" AS "custom_field.key"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "customfieldchoice" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "customfield" "t_custom_field" ON "t_custom_field"."id" = "t"."custom_field"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."value",
  "t"."weight",
  "t"."custom_field",
  "t"."created",
  "t"."last_updated",
  "t_custom_field"."key" AS "custom_field.key"
FROM
  "customfieldchoice" t
  JOIN "customfield" "t_custom_field" ON "t_custom_field"."id" = "t"."custom_field"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
