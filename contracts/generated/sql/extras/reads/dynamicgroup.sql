-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/dynamic-groups/: 1, 2
-- GET /api/extras/dynamic-groups/{id}/: 3
-- GET /api/extras/dynamic-groups/?depth=1: 1, 2, extras.dynamicgroupmembership
-- GET /api/extras/dynamic-groups/?q=…: 4, 5, 6
-- inside others: 7

-- 1
SELECT
  "t"."id",
  "t"."content_type",
  "t"."name",
  "t"."description",
  "t"."filter",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "dynamicgroupmembership" l
    WHERE
      "l"."parent_group" = "t"."id"
    ORDER BY
      "l"."weight",
      "l"."id"
  ) AS "children"
FROM
  "dynamicgroup" t
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
  sum(delta) AS n
FROM
  row_tally
WHERE
  table_name = $1;

-- 3
SELECT
  "t"."id",
  "t"."content_type",
  "t"."name",
  "t"."description",
  "t"."filter",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "dynamicgroupmembership" l
    WHERE
      "l"."parent_group" = "t"."id"
    ORDER BY
      "l"."weight",
      "l"."id"
  ) AS "children"
FROM
  "dynamicgroup" t
WHERE
  t.id = $1;

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "dynamicgroup" t
WHERE
  (
    ("t"."name" COLLATE "default") ILIKE $1
    OR ("t"."description" COLLATE "default") ILIKE $2
    OR EXISTS (
      SELECT
        1
      FROM
        unnest(ARRAY["t"."content_type"]) AS label (label)
      WHERE
        (split_part(label.label, '.', $3) COLLATE "default") ILIKE $4
    )
    OR EXISTS (
      SELECT
        1
      FROM
        unnest(ARRAY["t"."content_type"]) AS label (label)
      WHERE
        (split_part(label.label, '.', $5) COLLATE "default") ILIKE $6
    )
  )
ORDER BY
  "t"."content_type" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  $7
OFFSET
  $8;

-- 5
SELECT
  "t"."id",
  "t"."content_type",
  "t"."name",
  "t"."description",
  "t"."filter",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "dynamicgroupmembership" l
    WHERE
      "l"."parent_group" = "t"."id"
    ORDER BY
      "l"."weight",
      "l"."id"
  ) AS "children"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "dynamicgroup" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  count(*) AS count,
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes
FROM
  "dynamicgroup" t
WHERE
  (
    ("t"."name" COLLATE "default") ILIKE $2
    OR ("t"."description" COLLATE "default") ILIKE $3
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
  );

-- 7
SELECT
  "t"."id",
  "t"."content_type",
  "t"."name",
  "t"."description",
  "t"."filter",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "dynamicgroup" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
