-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/virtualization/cluster-types/: 1
-- GET /api/virtualization/cluster-types/{id}/: 2
-- GET /api/virtualization/cluster-types/?depth=1: 1
-- GET /api/virtualization/cluster-types/?clusters=…: 3
-- inside others: 4

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "cluster" c
    WHERE
      "c"."cluster_type" = t.id
  ) AS "cluster_count"
FROM
  "clustertype" t
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
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "cluster" c
    WHERE
      "c"."cluster_type" = t.id
  ) AS "cluster_count"
FROM
  "clustertype" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "cluster" c
    WHERE
      "c"."cluster_type" = t.id
  ) AS "cluster_count"
FROM
  "clustertype" t
WHERE
  NOT EXISTS (
    SELECT
      1
    FROM
      "cluster" "t_clusters"
    WHERE
      "t_clusters"."cluster_type" = "t"."id"
      AND true
  )
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 4
SELECT
  "t"."id",
  "t"."name",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "clustertype" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
