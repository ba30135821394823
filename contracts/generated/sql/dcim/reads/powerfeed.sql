-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/power-feeds/: 1
-- GET /api/dcim/power-feeds/{id}/: 2
-- GET /api/dcim/power-feeds/?depth=1: 1, dcim.powerpanel, dcim.rack, extras.status, extras.tag
-- GET /api/dcim/power-feeds/?status=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."connected_endpoint_type",
  "t"."connected_endpoint_id",
  "t"."connected_endpoint_reachable",
  "t"."type",
  "t"."supply",
  "t"."phase",
  "t"."name",
  "t"."voltage",
  "t"."amperage",
  "t"."max_utilization",
  "t"."available_power",
  "t"."comments",
  "t"."cable",
  "t"."power_panel",
  "t"."rack",
  "t"."status",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_power_panel"."name" AS "power_panel.name",
  "t_power_panel_location"."tree_names" AS "power_panel.location.tree_names",
  (
    SELECT
      max(cardinality(tree_ids))
    FROM
      "location"
  ) AS "power_panel.location.tree_levels"
FROM
  "powerfeed" t
  JOIN "powerpanel" "t_power_panel" ON "t_power_panel"."id" = "t"."power_panel"
  JOIN "location" "t_power_panel_location" ON "t_power_panel_location"."id" = "t_power_panel"."location"
WHERE
  true
ORDER BY
  "t_power_panel_location"."natural_name" ASC,
  "t_power_panel"."name" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."connected_endpoint_type",
  "t"."connected_endpoint_id",
  "t"."connected_endpoint_reachable",
  "t"."type",
  "t"."supply",
  "t"."phase",
  "t"."name",
  "t"."voltage",
  "t"."amperage",
  "t"."max_utilization",
  "t"."available_power",
  "t"."comments",
  "t"."cable",
  "t"."power_panel",
  "t"."rack",
  "t"."status",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_power_panel"."name" AS "power_panel.name",
  "t_power_panel_location"."tree_names" AS "power_panel.location.tree_names",
  (
    SELECT
      max(cardinality(tree_ids))
    FROM
      "location"
  ) AS "power_panel.location.tree_levels"
FROM
  "powerfeed" t
  JOIN "powerpanel" "t_power_panel" ON "t_power_panel"."id" = "t"."power_panel"
  JOIN "location" "t_power_panel_location" ON "t_power_panel_location"."id" = "t_power_panel"."location"
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "powerfeed" t
  JOIN "powerpanel" "t_power_panel" ON "t_power_panel"."id" = "t"."power_panel"
  JOIN "location" "t_power_panel_location" ON "t_power_panel_location"."id" = "t_power_panel"."location"
WHERE
  "t"."status" = $1::"uuid"
ORDER BY
  "t_power_panel_location"."natural_name" ASC,
  "t_power_panel"."name" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 4
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."connected_endpoint_type",
  "t"."connected_endpoint_id",
  "t"."connected_endpoint_reachable",
  "t"."type",
  "t"."supply",
  "t"."phase",
  "t"."name",
  "t"."voltage",
  "t"."amperage",
  "t"."max_utilization",
  "t"."available_power",
  "t"."comments",
  "t"."cable",
  "t"."power_panel",
  "t"."rack",
  "t"."status",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_power_panel"."name" AS "power_panel.name",
  "t_power_panel_location"."tree_names" AS "power_panel.location.tree_names",
  (
    SELECT
      max(cardinality(tree_ids))
    FROM
      "location"
  ) AS "power_panel.location.tree_levels"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "powerfeed" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "powerpanel" "t_power_panel" ON "t_power_panel"."id" = "t"."power_panel"
  JOIN "location" "t_power_panel_location" ON "t_power_panel_location"."id" = "t_power_panel"."location"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 5, of extras
SELECT
  "t"."id",
  "t"."name"
FROM
  "status" t
WHERE
  "t"."id" = $1::"uuid";

-- 6
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."connected_endpoint_type",
  "t"."connected_endpoint_id",
  "t"."connected_endpoint_reachable",
  "t"."type",
  "t"."supply",
  "t"."phase",
  "t"."name",
  "t"."voltage",
  "t"."amperage",
  "t"."max_utilization",
  "t"."available_power",
  "t"."comments",
  "t"."cable",
  "t"."power_panel",
  "t"."rack",
  "t"."status",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields",
  "t_power_panel"."name" AS "power_panel.name",
  "t_power_panel_location"."tree_names" AS "power_panel.location.tree_names",
  (
    SELECT
      max(cardinality(tree_ids))
    FROM
      "location"
  ) AS "power_panel.location.tree_levels"
FROM
  "powerfeed" t
  JOIN "powerpanel" "t_power_panel" ON "t_power_panel"."id" = "t"."power_panel"
  JOIN "location" "t_power_panel_location" ON "t_power_panel_location"."id" = "t_power_panel"."location"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
