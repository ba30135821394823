-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/dcim/cables/: 1
-- GET /api/dcim/cables/{id}/: 2
-- GET /api/dcim/cables/?depth=1: 1, dcim.consoleport, dcim.consoleserverport, dcim.interface, extras.status, extras.tag
-- GET /api/dcim/cables/?status=…: 3, 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."termination_a_type",
  "t"."termination_b_type",
  "t"."length_unit",
  "t"."type",
  "t"."termination_a_id",
  "t"."termination_b_id",
  "t"."label",
  "t"."color",
  "t"."length",
  "t"."length_in_metres",
  "t"."connected",
  "t"."status",
  "t"."termination_a_device",
  "t"."termination_b_device",
  "t"."termination_a_number",
  "t"."termination_b_number",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "cable" t
WHERE
  true
ORDER BY
  "t"."termination_a_number" ASC,
  "t"."termination_a_id" ASC,
  "t"."termination_b_number" ASC,
  "t"."termination_b_id" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."termination_a_type",
  "t"."termination_b_type",
  "t"."length_unit",
  "t"."type",
  "t"."termination_a_id",
  "t"."termination_b_id",
  "t"."label",
  "t"."color",
  "t"."length",
  "t"."length_in_metres",
  "t"."connected",
  "t"."status",
  "t"."termination_a_device",
  "t"."termination_b_device",
  "t"."termination_a_number",
  "t"."termination_b_number",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "cable" t
WHERE
  t.id = $1;

-- 3
SELECT
  t.id,
  t.xmin AS version
FROM
  "cable" t
WHERE
  "t"."status" = $1::"uuid"
ORDER BY
  "t"."termination_a_number" ASC,
  "t"."termination_a_id" ASC,
  "t"."termination_b_number" ASC,
  "t"."termination_b_id" ASC,
  "t"."id"
LIMIT
  $2
OFFSET
  $3;

-- 4
SELECT
  "t"."id",
  "t"."termination_a_type",
  "t"."termination_b_type",
  "t"."length_unit",
  "t"."type",
  "t"."termination_a_id",
  "t"."termination_b_id",
  "t"."label",
  "t"."color",
  "t"."length",
  "t"."length_in_metres",
  "t"."connected",
  "t"."status",
  "t"."termination_a_device",
  "t"."termination_b_device",
  "t"."termination_a_number",
  "t"."termination_b_number",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  unnest($1::"uuid" [], $2::"xid" []) WITH ORDINALITY AS found (id, version, place)
  JOIN "cable" t ON t.id = found.id
  AND t.xmin = found.version
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
  "t"."termination_a_type",
  "t"."termination_b_type",
  "t"."length_unit",
  "t"."type",
  "t"."termination_a_id",
  "t"."termination_b_id",
  "t"."label",
  "t"."color",
  "t"."length",
  "t"."length_in_metres",
  "t"."connected",
  "t"."status",
  "t"."termination_a_device",
  "t"."termination_b_device",
  "t"."termination_a_number",
  "t"."termination_b_number",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "cable" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
