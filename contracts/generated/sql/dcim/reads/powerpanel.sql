-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/power-panels/: 1
-- GET /api/dcim/power-panels/{id}/: 2
-- GET /api/dcim/power-panels/?depth=1: 1, dcim.location, dcim.rackgroup, extras.tag
-- GET /api/dcim/power-panels/?tags=…: 3, 4, 5, 6
-- inside others: 7

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."location",
  "t"."rack_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_location"."tree_names" AS "location.tree_names",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "powerfeed" c
    WHERE
      "c"."power_panel" = t.id
  ) AS "power_feed_count"
FROM
  "powerpanel" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
WHERE
  true
ORDER BY
  "t_location"."natural_name" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."name",
  "t"."location",
  "t"."rack_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_location"."tree_names" AS "location.tree_names",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "powerfeed" c
    WHERE
      "c"."power_panel" = t.id
  ) AS "power_feed_count"
FROM
  "powerpanel" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
WHERE
  t.id = $1;

-- 3
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
  "powerpanel" t
WHERE
  "t"."tags" && $2::"uuid" [];

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "powerpanel" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
WHERE
  t.id = ANY (
    ARRAY(
      SELECT
        f.id
      FROM
        "powerpanel" f
      WHERE
        "f"."tags" && $1::"uuid" []
    )
  )
ORDER BY
  "t_location"."natural_name" ASC,
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
  "t"."location",
  "t"."rack_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_location"."tree_names" AS "location.tree_names",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "powerfeed" c
    WHERE
      "c"."power_panel" = t.id
  ) AS "power_feed_count"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "powerpanel" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6, of extras
SELECT
  "t"."id",
  "t"."name"
FROM
  "tag" t
WHERE
  "t"."id" = $1::"uuid";

-- 7
SELECT
  "t"."id",
  "t"."name",
  "t"."location",
  "t"."rack_group",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_location"."tree_names" AS "location.tree_names"
FROM
  "powerpanel" t
  JOIN "location" "t_location" ON "t_location"."id" = "t"."location"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
