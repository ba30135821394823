-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/job-buttons/: 1
-- GET /api/extras/job-buttons/{id}/: 2
-- GET /api/extras/job-buttons/?depth=1: 1, extras.job
-- GET /api/extras/job-buttons/?job=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."text",
  "t"."weight",
  "t"."group_name",
  "t"."button_class",
  "t"."confirmation",
  "t"."job",
  "t"."created",
  "t"."last_updated"
FROM
  "jobbutton" t
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
  "t"."content_types",
  "t"."name",
  "t"."text",
  "t"."weight",
  "t"."group_name",
  "t"."button_class",
  "t"."confirmation",
  "t"."job",
  "t"."created",
  "t"."last_updated"
FROM
  "jobbutton" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name"
FROM
  "job" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "jobbutton" t
WHERE
  "t"."job" = $1::"uuid"
ORDER BY
  "t"."group_name" ASC,
  "t"."weight" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."text",
  "t"."weight",
  "t"."group_name",
  "t"."button_class",
  "t"."confirmation",
  "t"."job",
  "t"."created",
  "t"."last_updated"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "jobbutton" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."text",
  "t"."weight",
  "t"."group_name",
  "t"."button_class",
  "t"."confirmation",
  "t"."job",
  "t"."created",
  "t"."last_updated"
FROM
  "jobbutton" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
