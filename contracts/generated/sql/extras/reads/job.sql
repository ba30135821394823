-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/jobs/: 1, 2
-- GET /api/extras/jobs/{id}/: 3
-- GET /api/extras/jobs/?depth=1: 1, 2
-- GET /api/extras/jobs/?tags=…: 4, 5
-- inside others: 6

-- 1
SELECT
  "t"."id",
  "t"."module_name",
  "t"."job_class_name",
  "t"."grouping",
  "t"."name",
  "t"."description",
  "t"."installed",
  "t"."enabled",
  "t"."is_job_hook_receiver",
  "t"."is_job_button_receiver",
  "t"."has_sensitive_variables",
  "t"."approval_required",
  "t"."hidden",
  "t"."dryrun_default",
  "t"."read_only",
  "t"."soft_time_limit",
  "t"."time_limit",
  "t"."task_queues",
  "t"."supports_dryrun",
  "t"."grouping_override",
  "t"."name_override",
  "t"."description_override",
  "t"."approval_required_override",
  "t"."dryrun_default_override",
  "t"."hidden_override",
  "t"."soft_time_limit_override",
  "t"."time_limit_override",
  "t"."has_sensitive_variables_override",
  "t"."task_queues_override",
  "t"."variables",
  "t"."origin",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "job" t
WHERE
  true
ORDER BY
  "t"."grouping" ASC,
  "t"."name" ASC,
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
  "t"."id",
  "t"."module_name",
  "t"."job_class_name",
  "t"."grouping",
  "t"."name",
  "t"."description",
  "t"."installed",
  "t"."enabled",
  "t"."is_job_hook_receiver",
  "t"."is_job_button_receiver",
  "t"."has_sensitive_variables",
  "t"."approval_required",
  "t"."hidden",
  "t"."dryrun_default",
  "t"."read_only",
  "t"."soft_time_limit",
  "t"."time_limit",
  "t"."task_queues",
  "t"."supports_dryrun",
  "t"."grouping_override",
  "t"."name_override",
  "t"."description_override",
  "t"."approval_required_override",
  "t"."dryrun_default_override",
  "t"."hidden_override",
  "t"."soft_time_limit_override",
  "t"."time_limit_override",
  "t"."has_sensitive_variables_override",
  "t"."task_queues_override",
  "t"."variables",
  "t"."origin",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "job" t
WHERE
  t.id = $1;

-- 4
SELECT
  "t"."id",
  "t"."module_name",
  "t"."job_class_name",
  "t"."grouping",
  "t"."name",
  "t"."description",
  "t"."installed",
  "t"."enabled",
  "t"."is_job_hook_receiver",
  "t"."is_job_button_receiver",
  "t"."has_sensitive_variables",
  "t"."approval_required",
  "t"."hidden",
  "t"."dryrun_default",
  "t"."read_only",
  "t"."soft_time_limit",
  "t"."time_limit",
  "t"."task_queues",
  "t"."supports_dryrun",
  "t"."grouping_override",
  "t"."name_override",
  "t"."description_override",
  "t"."approval_required_override",
  "t"."dryrun_default_override",
  "t"."hidden_override",
  "t"."soft_time_limit_override",
  "t"."time_limit_override",
  "t"."has_sensitive_variables_override",
  "t"."task_queues_override",
  "t"."variables",
  "t"."origin",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "job" t
WHERE
  cardinality("t"."tags") = 0
ORDER BY
  "t"."grouping" ASC,
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 5
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
  "job" t
WHERE
  cardinality("t"."tags") = 0;

-- 6
SELECT
  "t"."id",
  "t"."module_name",
  "t"."job_class_name",
  "t"."grouping",
  "t"."name",
  "t"."description",
  "t"."installed",
  "t"."enabled",
  "t"."is_job_hook_receiver",
  "t"."is_job_button_receiver",
  "t"."has_sensitive_variables",
  "t"."approval_required",
  "t"."hidden",
  "t"."dryrun_default",
  "t"."read_only",
  "t"."soft_time_limit",
  "t"."time_limit",
  "t"."task_queues",
  "t"."supports_dryrun",
  "t"."grouping_override",
  "t"."name_override",
  "t"."description_override",
  "t"."approval_required_override",
  "t"."dryrun_default_override",
  "t"."hidden_override",
  "t"."soft_time_limit_override",
  "t"."time_limit_override",
  "t"."has_sensitive_variables_override",
  "t"."task_queues_override",
  "t"."variables",
  "t"."origin",
  "t"."created",
  "t"."last_updated",
  "t"."tags",
  "t"."custom_fields"
FROM
  "job" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
