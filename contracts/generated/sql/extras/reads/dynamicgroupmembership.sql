-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/dynamic-group-memberships/: 1
-- GET /api/extras/dynamic-group-memberships/{id}/: 2
-- GET /api/extras/dynamic-group-memberships/?depth=1: 1, extras.dynamicgroup
-- GET /api/extras/dynamic-group-memberships/?group=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."operator",
  "t"."weight",
  "t"."group",
  "t"."parent_group",
  "t_group"."name" AS "group.name",
  "t_parent_group"."name" AS "parent_group.name"
FROM
  "dynamicgroupmembership" t
  JOIN "dynamicgroup" "t_group" ON "t_group"."id" = "t"."group"
  JOIN "dynamicgroup" "t_parent_group" ON "t_parent_group"."id" = "t"."parent_group"
WHERE
  true
ORDER BY
  "t_parent_group"."content_type" ASC,
  "t_parent_group"."name" ASC,
  "t"."weight" ASC,
  "t_group"."content_type" ASC,
  "t_group"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."operator",
  "t"."weight",
  "t"."group",
  "t"."parent_group",
  "t_group"."name" AS "group.name",
  "t_parent_group"."name" AS "parent_group.name"
FROM
  "dynamicgroupmembership" t
  JOIN "dynamicgroup" "t_group" ON "t_group"."id" = "t"."group"
  JOIN "dynamicgroup" "t_parent_group" ON "t_parent_group"."id" = "t"."parent_group"
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name"
FROM
  "dynamicgroup" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "dynamicgroupmembership" t
  JOIN "dynamicgroup" "t_parent_group" ON "t_parent_group"."id" = "t"."parent_group"
  JOIN "dynamicgroup" "t_group" ON "t_group"."id" = "t"."group"
WHERE
  "t"."group" = $1::"uuid"
ORDER BY
  "t_parent_group"."content_type" ASC,
  "t_parent_group"."name" ASC,
  "t"."weight" ASC,
  "t_group"."content_type" ASC,
  "t_group"."name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."operator",
  "t"."weight",
  "t"."group",
  "t"."parent_group",
  "t_group"."name" AS "group.name",
  "t_parent_group"."name" AS "parent_group.name"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "dynamicgroupmembership" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "dynamicgroup" "t_group" ON "t_group"."id" = "t"."group"
  JOIN "dynamicgroup" "t_parent_group" ON "t_parent_group"."id" = "t"."parent_group"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."operator",
  "t"."weight",
  "t"."group",
  "t"."parent_group",
  "t_group"."name" AS "group.name",
  "t_parent_group"."name" AS "parent_group.name"
FROM
  "dynamicgroupmembership" t
  JOIN "dynamicgroup" "t_group" ON "t_group"."id" = "t"."group"
  JOIN "dynamicgroup" "t_parent_group" ON "t_parent_group"."id" = "t"."parent_group"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
