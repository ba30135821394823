-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/image-attachments/: 1
-- GET /api/extras/image-attachments/{id}/: 2
-- GET /api/extras/image-attachments/?depth=1: 1
-- GET /api/extras/image-attachments/?id=…: 2
-- inside others: 3

-- 1
SELECT
  "t"."id",
  "t"."content_type",
  "t"."object_id",
  "t"."image",
  "t"."image_height",
  "t"."image_width",
  "t"."name",
  "t"."created"
FROM
  "imageattachment" t
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
  "t"."content_type",
  "t"."object_id",
  "t"."image",
  "t"."image_height",
  "t"."image_width",
  "t"."name",
  "t"."created"
FROM
  "imageattachment" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."content_type",
  "t"."object_id",
  "t"."image",
  "t"."image_height",
  "t"."image_width",
  "t"."name",
  "t"."created"
FROM
  "imageattachment" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
