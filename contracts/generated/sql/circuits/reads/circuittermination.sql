-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/circuits/circuit-terminations/: 1
-- GET /api/circuits/circuit-terminations/{id}/: 2
-- GET /api/circuits/circuit-terminations/?depth=1: 1, circuits.circuit, circuits.providernetwork, dcim.location
-- GET /api/circuits/circuit-terminations/?provider_network=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."connected_endpoint_type",
  "t"."connected_endpoint_id",
  "t"."connected_endpoint_reachable",
  "t"."term_side",
  "t"."port_speed",
  "t"."upstream_speed",
  "t"."xconnect_id",
  "t"."pp_info",
  "t"."description",
  "t"."cable",
  "t"."circuit",
  "t"."location",
  "t"."provider_network",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_circuit_provider"."name" AS "circuit.provider.name",
  "t_circuit"."cid" AS "circuit.cid",
  NULL AS "location.name",
  "t_provider_network"."name" AS "provider_network.name"
FROM
  "circuittermination" t
  JOIN "circuit" "t_circuit" ON "t_circuit"."id" = "t"."circuit"
  JOIN "provider" "t_circuit_provider" ON "t_circuit_provider"."id" = "t_circuit"."provider"
  LEFT JOIN "providernetwork" "t_provider_network" ON "t_provider_network"."id" = "t"."provider_network"
WHERE
  true
ORDER BY
  "t_circuit_provider"."name" ASC,
  "t_circuit"."cid" ASC,
  "t"."term_side" ASC,
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
  "t"."term_side",
  "t"."port_speed",
  "t"."upstream_speed",
  "t"."xconnect_id",
  "t"."pp_info",
  "t"."description",
  "t"."cable",
  "t"."circuit",
  "t"."location",
  "t"."provider_network",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_circuit_provider"."name" AS "circuit.provider.name",
  "t_circuit"."cid" AS "circuit.cid",
  NULL AS "location.name",
  "t_provider_network"."name" AS "provider_network.name"
FROM
  "circuittermination" t
  JOIN "circuit" "t_circuit" ON "t_circuit"."id" = "t"."circuit"
  JOIN "provider" "t_circuit_provider" ON "t_circuit_provider"."id" = "t_circuit"."provider"
  LEFT JOIN "providernetwork" "t_provider_network" ON "t_provider_network"."id" = "t"."provider_network"
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name"
FROM
  "providernetwork" t
WHERE
  "t"."id" = $1::"uuid";

-- 4
SELECT
  t.id,
  t.xmin AS version
FROM
  "circuittermination" t
  JOIN "circuit" "t_circuit" ON "t_circuit"."id" = "t"."circuit"
  JOIN "provider" "t_circuit_provider" ON "t_circuit_provider"."id" = "t_circuit"."provider"
WHERE
  "t"."provider_network" = $1::"uuid"
ORDER BY
  "t_circuit_provider"."name" ASC,
  "t_circuit"."cid" ASC,
  "t"."term_side" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 5
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."connected_endpoint_type",
  "t"."connected_endpoint_id",
  "t"."connected_endpoint_reachable",
  "t"."term_side",
  "t"."port_speed",
  "t"."upstream_speed",
  "t"."xconnect_id",
  "t"."pp_info",
  "t"."description",
  "t"."cable",
  "t"."circuit",
  "t"."location",
  "t"."provider_network",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_circuit_provider"."name" AS "circuit.provider.name",
  "t_circuit"."cid" AS "circuit.cid",
  NULL AS "location.name",
  "t_provider_network"."name" AS "provider_network.name"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "circuittermination" t ON t.id = found.id
  AND t.xmin = found.version
  JOIN "circuit" "t_circuit" ON "t_circuit"."id" = "t"."circuit"
  JOIN "provider" "t_circuit_provider" ON "t_circuit_provider"."id" = "t_circuit"."provider"
  LEFT JOIN "providernetwork" "t_provider_network" ON "t_provider_network"."id" = "t"."provider_network"
WHERE
  found.place BETWEEN 1 AND 2147483647
ORDER BY
  found.place;

-- 6
SELECT
  "t"."id",
  "t"."cable_peer_type",
  "t"."cable_peer_id",
  "t"."connected_endpoint_type",
  "t"."connected_endpoint_id",
  "t"."connected_endpoint_reachable",
  "t"."term_side",
  "t"."port_speed",
  "t"."upstream_speed",
  "t"."xconnect_id",
  "t"."pp_info",
  "t"."description",
  "t"."cable",
  "t"."circuit",
  "t"."location",
  "t"."provider_network",
  "t"."tags",
  "t"."created",
  "t"."last_updated",
  "t"."custom_fields",
  "t_circuit_provider"."name" AS "circuit.provider.name",
  "t_circuit"."cid" AS "circuit.cid",
  NULL AS "location.name",
  "t_provider_network"."name" AS "provider_network.name"
FROM
  "circuittermination" t
  JOIN "circuit" "t_circuit" ON "t_circuit"."id" = "t"."circuit"
  JOIN "provider" "t_circuit_provider" ON "t_circuit_provider"."id" = "t_circuit"."provider"
  LEFT JOIN "providernetwork" "t_provider_network" ON "t_provider_network"."id" = "t"."provider_network"
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
