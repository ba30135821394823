-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/custom-links/: 1
-- GET /api/extras/custom-links/{id}/: 2
-- GET /api/extras/custom-links/?depth=1: 1
-- GET /api/extras/custom-links/?q=…: 3, 4
-- inside others: 5

-- 1
SELECT
  "t"."id",
  "t"."content_type",
  "t"."name",
  "t"."text",
  "t"."target_url",
  "t"."weight",
  "t"."group_name",
  "t"."button_class",
  "t"."new_window",
  "t"."created",
  "t"."last_updated"
FROM
  "customlink" t
WHERE
  true
ORDER BY
  "t"."group_name" ASC,
  "t"."weight" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."content_type",
  "t"."name",
  "t"."text",
  "t"."target_url",
  "t"."weight",
  "t"."group_name",
  "t"."button_class",
  "t"."new_window",
  "t"."created",
  "t"."last_updated"
FROM
  "customlink" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "customlink" t
WHERE
  (
    ("t"."name" COLLATE "default") ILIKE $1
    OR ("t"."target_url" COLLATE "default") ILIKE $2
    OR ("t"."text" COLLATE "default") ILIKE $3
    OR EXISTS (
      SELECT
        1
      FROM
        unnest(ARRAY["t"."content_type"]) AS label (label)
      WHERE
        (split_part(label.label, '.', $4) COLLATE "default") ILIKE $5
    )
    OR EXISTS (
      SELECT
        1
      FROM
        unnest(ARRAY["t"."content_type"]) AS label (label)
      WHERE
        (split_part(label.label, '.', $6) COLLATE "default") ILIKE $7
    )
  )
ORDER BY
  "t"."group_name" ASC,
  "t"."weight" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  $8
OFFSET
  $9;

-- 4
SELECT
  "t"."id",
  "t"."content_type",
  "t"."name",
  "t"."text",
  "t"."target_url",
  "t"."weight",
  "t"."group_name",
  "t"."button_class",
  "t"."new_window",
  "t"."created",
  "t"."last_updated"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "customlink" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5
SELECT
  "t"."id",
  "t"."content_type",
  "t"."name",
  "t"."text",
  "t"."target_url",
  "t"."weight",
  "t"."group_name",
  "t"."button_class",
  "t"."new_window",
  "t"."created",
  "t"."last_updated"
FROM
  "customlink" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
