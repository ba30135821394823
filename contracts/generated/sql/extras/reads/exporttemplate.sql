-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/export-templates/: 1
-- GET /api/extras/export-templates/{id}/: 2
-- GET /api/extras/export-templates/?depth=1: 1
-- GET /api/extras/export-templates/?q=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."content_type",
  "t"."owner_content_type",
  "t"."owner_object_id",
  "t"."name",
  "t"."description",
  "t"."template_code",
  "t"."mime_type",
  "t"."file_extension",
  "t"."created",
  "t"."last_updated",
  split_part("t"."content_type", '.', $1) AS "content_type.app_label",
  split_part("t"."content_type", '.', $2) AS "content_type.model",
  NULL AS "owner.display"
FROM
  "exporttemplate" t
WHERE
  true
ORDER BY
  "t"."content_type" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."content_type",
  "t"."owner_content_type",
  "t"."owner_object_id",
  "t"."name",
  "t"."description",
  "t"."template_code",
  "t"."mime_type",
  "t"."file_extension",
  "t"."created",
  "t"."last_updated",
  split_part("t"."content_type", '.', $1) AS "content_type.app_label",
  split_part("t"."content_type", '.', $2) AS "content_type.model",
  NULL AS "owner.display"
FROM
  "exporttemplate" t
WHERE
  t.id = $3;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "exporttemplate" t
WHERE
  (
    ("t"."name" COLLATE "default") ILIKE $1
    OR ("t"."description" COLLATE "default") ILIKE $2
    OR EXISTS (
      SELECT
        1
      FROM
        unnest(ARRAY["t"."owner_content_type"]) AS label (label)
      WHERE
        (split_part(label.label, '.', $3) COLLATE "default") ILIKE $4
    )
    OR EXISTS (
      SELECT
        1
      FROM
        unnest(ARRAY["t"."owner_content_type"]) AS label (label)
      WHERE
        (split_part(label.label, '.', $5) COLLATE "default") ILIKE $6
    )
    OR EXISTS (
      SELECT
        1
      FROM
        unnest(ARRAY["t"."content_type"]) AS label (label)
      WHERE
        (split_part(label.label, '.', $7) COLLATE "default") ILIKE $8
    )
    OR EXISTS (
      SELECT
        1
      FROM
        unnest(ARRAY["t"."content_type"]) AS label (label)
      WHERE
        (split_part(label.label, '.', $9) COLLATE "default") ILIKE $10
    )
  )
ORDER BY
  "t"."content_type" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  $11
OFFSET
  $12;

-- 4
SELECT
  "t"."id",
  "t"."content_type",
  "t"."owner_content_type",
  "t"."owner_object_id",
  "t"."name",
  "t"."description",
  "t"."template_code",
  "t"."mime_type",
  "t"."file_extension",
  "t"."created",
  "t"."last_updated",
  split_part("t"."content_type", '.', $1) AS "content_type.app_label",
  split_part("t"."content_type", '.', $2) AS "content_type.model",
  NULL AS "owner.display"
FROM
  unnest($3::"uuid" [], $4::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "exporttemplate" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5
SELECT
  "t"."id",
  "t"."content_type",
  "t"."owner_content_type",
  "t"."owner_object_id",
  "t"."name",
  "t"."description",
  "t"."template_code",
  "t"."mime_type",
  "t"."file_extension",
  "t"."created",
  "t"."last_updated",
  split_part("t"."content_type", '.', $1) AS "content_type.app_label",
  split_part("t"."content_type", '.', $2) AS "content_type.model",
  NULL AS "owner.display"
FROM
  "exporttemplate" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($3::"uuid" [])
    )
  );
