-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/tags/: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41
-- GET /api/extras/tags/{id}/: 42, 6, 27, 35, 37, 41
-- GET /api/extras/tags/?depth=1: 1, 6, 27, 35, 37, 41
-- GET /api/extras/tags/?q=…: 43, 44, 6, 27, 35, 37, 41
-- inside others: 45

-- 1
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."color",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "externalintegration" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) + (
    SELECT
      count(*)
    FROM
      "gitrepository" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) + (
    SELECT
      count(*)
    FROM
      "job" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) + (
    SELECT
      count(*)
    FROM
      "secret" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) AS "tagged_items"
FROM
  "tag" t
WHERE
  true
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2, of circuits
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "circuit" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 3, of circuits
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "circuittermination" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 4, of circuits
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "provider" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 5, of circuits
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "providernetwork" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 6, of circuits
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 7, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "cable" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 8, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "consoleport" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 9, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "consoleserverport" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 10, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "device" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 11, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "devicebay" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 12, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "deviceredundancygroup" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 13, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "devicetype" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 14, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "frontport" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 15, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "interface" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 16, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "interfaceredundancygroup" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 17, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "inventoryitem" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 18, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "location" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 19, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "powerfeed" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 20, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "poweroutlet" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 21, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "powerpanel" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 22, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "powerport" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 23, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "rack" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 24, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "rackreservation" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 25, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "rearport" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 26, of dcim
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "virtualchassis" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 27, of dcim
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 28, of ipam
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "ipaddress" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 29, of ipam
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "namespace" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 30, of ipam
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "prefix" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 31, of ipam
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "routetarget" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 32, of ipam
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "service" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 33, of ipam
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "vlan" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 34, of ipam
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "vrf" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 35, of ipam
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 36, of tenancy
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "tenant" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 37, of tenancy
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 38, of virtualization
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "cluster" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 39, of virtualization
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "virtualmachine" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 40, of virtualization
SELECT
  (
    SELECT
      coalesce(sum(changes), 0)::int8
    FROM
      row_tally
    WHERE
      table_name = ANY ($1::"text" [])
  ) AS changes,
  coalesce(json_object_agg(id, n), '{}') AS counts
FROM
  (
    SELECT
      item AS id,
      count(*) AS n
    FROM
      "vminterface" c,
      unnest("c"."tags") item
    WHERE
      "c"."tags" && $2::"uuid" []
      AND item = ANY ($3::"uuid" [])
    GROUP BY
      item
  ) counted;

-- 41, of virtualization
SELECT
  table_name AS name,
  sum(changes)::int8 AS n
FROM
  row_tally
WHERE
  table_name = ANY ($1::"text" [])
GROUP BY
  table_name;

-- 42
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."color",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "externalintegration" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) + (
    SELECT
      count(*)
    FROM
      "gitrepository" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) + (
    SELECT
      count(*)
    FROM
      "job" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) + (
    SELECT
      count(*)
    FROM
      "secret" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) AS "tagged_items"
FROM
  "tag" t
WHERE
  t.id = $1;

-- 43
SELECT
  t.id,
  t.xmin AS version
FROM
  "tag" t
WHERE
  (
    ("t"."name" COLLATE "default") ILIKE $1
    OR EXISTS (
      SELECT
        1
      FROM
        unnest("t"."content_types") AS label (label)
      WHERE
        (split_part(label.label, '.', $2) COLLATE "default") ILIKE $3
    )
  )
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  $4
OFFSET
  $5;

-- 44
SELECT
  "t"."id",
  "t"."content_types",
  "t"."name",
  "t"."color",
  "t"."description",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  0::bigint + (
    SELECT
      count(*)
    FROM
      "externalintegration" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) + (
    SELECT
      count(*)
    FROM
      "gitrepository" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) + (
    SELECT
      count(*)
    FROM
      "job" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) + (
    SELECT
      count(*)
    FROM
      "secret" c
    WHERE
      "c"."tags" @> ARRAY[t.id]
  ) AS "tagged_items"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "tag" t ON t.id = found.id
  AND t.xmin = found.version
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 45
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
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
