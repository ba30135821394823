-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/relationship-associations/: 1, 2, 3
-- GET /api/extras/relationship-associations/{id}/: 4, 2, 5
-- GET /api/extras/relationship-associations/?depth=1: 1, 2, 3, extras.relationship
-- GET /api/extras/relationship-associations/?relationship=…: 6, 7, 8, 2, 3
-- inside others: 9

-- 1
SELECT
  "t"."id",
  "t"."source_type",
  "t"."destination_type",
  "t"."source_id",
  "t"."destination_id",
  "t"."relationship",
  "t_relationship"."key" AS "relationship.key",
  NULL AS "source.display",
  NULL AS "destination.display",
  "t_relationship"."label" AS "relationship.label",
  "t_relationship"."type" AS "relationship.type"
FROM
  "relationshipassociation" t
  JOIN "relationship" "t_relationship" ON "t_relationship"."id" = "t"."relationship"
WHERE
  true
ORDER BY
  "t"."id" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."color",
  "t"."description",
  "t"."weight",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "role" t
WHERE
  "t"."id" = $1::"uuid";

-- 3
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."color",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "tag" t
WHERE
  "t"."id" = ANY ($1::"uuid" []);

-- 4
SELECT
  "t"."id",
  "t"."source_type",
  "t"."destination_type",
  "t"."source_id",
  "t"."destination_id",
  "t"."relationship",
  "t_relationship"."key" AS "relationship.key",
  NULL AS "source.display",
  NULL AS "destination.display",
  "t_relationship"."label" AS "relationship.label",
  "t_relationship"."type" AS "relationship.type"
FROM
  "relationshipassociation" t
  JOIN "relationship" "t_relationship" ON "t_relationship"."id" = "t"."relationship"
WHERE
  t.id = $1;

-- 5
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."color",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields"
FROM
  "tag" t
WHERE
  "t"."id" = $1::"uuid";

-- 6
SELECT
  "t"."id",
  "t"."key"
FROM
  "relationship" t
WHERE
  "t"."key" = $1::"text";

-- 7
SELECT
  t.id,
  t.xmin AS version
FROM
  "relationshipassociation" t
WHERE
  "t"."relationship" = $1::"uuid"
ORDER BY
  "t"."id" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 8
SELECT
  "t"."id",
  "t"."source_type",
  "t"."destination_type",
  "t"."source_id",
  "t"."destination_id",
  "t"."relationship",
  "t_relationship"."key" AS "relationship.key",
  NULL AS "source.display",
  NULL AS "destination.display",
  "t_relationship"."label" AS "relationship.label",
  "t_relationship"."type" AS "relationship.type"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "relationshipassociation" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "relationship" "t_relationship" ON "t_relationship"."id" = "t"."relationship"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 9
SELECT
  "t"."id",
  "t"."source_type",
  "t"."destination_type",
  "t"."source_id",
  "t"."destination_id",
  "t"."relationship",
  "t_relationship"."key" AS "relationship.key",
  NULL AS "source.display",
  NULL AS "destination.display",
  "t_relationship"."label" AS "relationship.label",
  "t_relationship"."type" AS "relationship.type"
FROM
  "relationshipassociation" t
  JOIN "relationship" "t_relationship" ON "t_relationship"."id" = "t"."relationship"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
