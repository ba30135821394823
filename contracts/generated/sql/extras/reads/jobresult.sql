-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/job-results/: 1
-- GET /api/extras/job-results/{id}/: 2
-- GET /api/extras/job-results/?depth=1: 1, extras.fileproxy, extras.job
-- GET /api/extras/job-results/?user=…: 3
-- inside others: 4

-- 1
SELECT
  "t"."id",
  "t"."status",
  "t"."name",
  "t"."task_name",
  "t"."date_created",
  "t"."date_done",
  "t"."result",
  "t"."worker",
  "t"."task_args",
  "t"."task_kwargs",
  "t"."celery_kwargs",
  "t"."traceback",
  "t"."meta",
  "t"."job_model",
  "t"."user",
  "t"."scheduled_job",
  "t"."kept_at",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "fileproxy" l
    WHERE
      "l"."job_result" = "t"."id"
    ORDER BY
      "l"."name",
      "l"."id"
  ) AS "files"
FROM
  "jobresult" t
WHERE
  true
ORDER BY
  "t"."date_created" DESC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."status",
  "t"."name",
  "t"."task_name",
  "t"."date_created",
  "t"."date_done",
  "t"."result",
  "t"."worker",
  "t"."task_args",
  "t"."task_kwargs",
  "t"."celery_kwargs",
  "t"."traceback",
  "t"."meta",
  "t"."job_model",
  "t"."user",
  "t"."scheduled_job",
  "t"."kept_at",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "fileproxy" l
    WHERE
      "l"."job_result" = "t"."id"
    ORDER BY
      "l"."name",
      "l"."id"
  ) AS "files"
FROM
  "jobresult" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."status",
  "t"."name",
  "t"."task_name",
  "t"."date_created",
  "t"."date_done",
  "t"."result",
  "t"."worker",
  "t"."task_args",
  "t"."task_kwargs",
  "t"."celery_kwargs",
  "t"."traceback",
  "t"."meta",
  "t"."job_model",
  "t"."user",
  "t"."scheduled_job",
  "t"."kept_at",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "fileproxy" l
    WHERE
      "l"."job_result" = "t"."id"
    ORDER BY
      "l"."name",
      "l"."id"
  ) AS "files"
FROM
  "jobresult" t
WHERE
  "t"."user" IS NULL
ORDER BY
  "t"."date_created" DESC,
  "t"."id"
LIMIT
  '50';

-- 4
SELECT
  "t"."id",
  "t"."status",
  "t"."name",
  "t"."task_name",
  "t"."date_created",
  "t"."date_done",
  "t"."result",
  "t"."worker",
  "t"."task_args",
  "t"."task_kwargs",
  "t"."celery_kwargs",
  "t"."traceback",
  "t"."meta",
  "t"."job_model",
  "t"."user",
  "t"."scheduled_job",
  "t"."kept_at",
  "t"."custom_fields",
  ARRAY(
    SELECT
      "l"."id"
    FROM
      "fileproxy" l
    WHERE
      "l"."job_result" = "t"."id"
    ORDER BY
      "l"."name",
      "l"."id"
  ) AS "files"
FROM
  "jobresult" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
