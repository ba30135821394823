-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/object-changes/: 1, 2, 3, 4, 5, 6
-- GET /api/extras/object-changes/{id}/: 7, 8
-- GET /api/extras/object-changes/?depth=1: 1, 2, extras.secretsgroup, extras.status, extras.tag, extras.webhook, users.user
-- GET /api/extras/object-changes/?user=…: 9
-- inside others: 10

-- 1
SELECT
  "t"."id",
  "t"."action",
  "t"."changed_object_type",
  "t"."related_object_type",
  "t"."time",
  "t"."user_name",
  "t"."request_id",
  "t"."changed_object_id",
  "t"."change_context",
  "t"."change_context_detail",
  "t"."related_object_id",
  "t"."object_repr",
  "t"."object_data",
  "t"."object_data_v2",
  "t"."user"
FROM
  "objectchange" t
WHERE
  true
ORDER BY
  "t"."time" DESC,
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
  "t"."id"
FROM
  "webhook" t
WHERE
  "t"."id" = ANY ($1::"uuid" []);

-- 4
SELECT
  "t"."id"
FROM
  "tag" t
WHERE
  "t"."id" = ANY ($1::"uuid" []);

-- 5
SELECT
  "t"."id"
FROM
  "secretsgroup" t
WHERE
  "t"."id" = ANY ($1::"uuid" []);

-- 6
SELECT
  "t"."id"
FROM
  "status" t
WHERE
  "t"."id" = ANY ($1::"uuid" []);

-- 7
SELECT
  "t"."id",
  "t"."action",
  "t"."changed_object_type",
  "t"."related_object_type",
  "t"."time",
  "t"."user_name",
  "t"."request_id",
  "t"."changed_object_id",
  "t"."change_context",
  "t"."change_context_detail",
  "t"."related_object_id",
  "t"."object_repr",
  "t"."object_data",
  "t"."object_data_v2",
  "t"."user"
FROM
  "objectchange" t
WHERE
  t.id = $1;

-- 8
SELECT
  "t"."id"
FROM
  "webhook" t
WHERE
  "t"."id" = $1::"uuid";

-- 9
SELECT
  "t"."id",
  "t"."action",
  "t"."changed_object_type",
  "t"."related_object_type",
  "t"."time",
  "t"."user_name",
  "t"."request_id",
  "t"."changed_object_id",
  "t"."change_context",
  "t"."change_context_detail",
  "t"."related_object_id",
  "t"."object_repr",
  "t"."object_data",
  "t"."object_data_v2",
  "t"."user"
FROM
  "objectchange" t
WHERE
  "t"."user" IS NULL
ORDER BY
  "t"."time" DESC,
  "t"."id"
LIMIT
  '50';

-- 10
SELECT
  "t"."id",
  "t"."action",
  "t"."changed_object_type",
  "t"."related_object_type",
  "t"."time",
  "t"."user_name",
  "t"."request_id",
  "t"."changed_object_id",
  "t"."change_context",
  "t"."change_context_detail",
  "t"."related_object_id",
  "t"."object_repr",
  "t"."object_data",
  "t"."object_data_v2",
  "t"."user"
FROM
  "objectchange" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
