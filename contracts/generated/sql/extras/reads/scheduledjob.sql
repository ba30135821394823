-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/scheduled-jobs/: 1
-- GET /api/extras/scheduled-jobs/{id}/: 2
-- GET /api/extras/scheduled-jobs/?depth=1: 1, extras.job
-- GET /api/extras/scheduled-jobs/?job_model=…: 3
-- inside others: 4

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."task",
  "t"."interval",
  "t"."args",
  "t"."kwargs",
  "t"."celery_kwargs",
  "t"."queue",
  "t"."one_off",
  "t"."start_time",
  "t"."enabled",
  "t"."last_run_at",
  "t"."total_run_count",
  "t"."date_changed",
  "t"."description",
  "t"."approval_required",
  "t"."approved_at",
  "t"."crontab",
  "t"."job_model",
  "t"."user",
  "t"."approved_by_user",
  "t"."paused",
  "t"."next_run"
FROM
  "scheduledjob" t
WHERE
  true
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."name",
  "t"."task",
  "t"."interval",
  "t"."args",
  "t"."kwargs",
  "t"."celery_kwargs",
  "t"."queue",
  "t"."one_off",
  "t"."start_time",
  "t"."enabled",
  "t"."last_run_at",
  "t"."total_run_count",
  "t"."date_changed",
  "t"."description",
  "t"."approval_required",
  "t"."approved_at",
  "t"."crontab",
  "t"."job_model",
  "t"."user",
  "t"."approved_by_user",
  "t"."paused",
  "t"."next_run"
FROM
  "scheduledjob" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name",
  "t"."task",
  "t"."interval",
  "t"."args",
  "t"."kwargs",
  "t"."celery_kwargs",
  "t"."queue",
  "t"."one_off",
  "t"."start_time",
  "t"."enabled",
  "t"."last_run_at",
  "t"."total_run_count",
  "t"."date_changed",
  "t"."description",
  "t"."approval_required",
  "t"."approved_at",
  "t"."crontab",
  "t"."job_model",
  "t"."user",
  "t"."approved_by_user",
  "t"."paused",
  "t"."next_run"
FROM
  "scheduledjob" t
WHERE
  "t"."job_model" IS NULL
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 4
SELECT
  "t"."id",
  "t"."name",
  "t"."task",
  "t"."interval",
  "t"."args",
  "t"."kwargs",
  "t"."celery_kwargs",
  "t"."queue",
  "t"."one_off",
  "t"."start_time",
  "t"."enabled",
  "t"."last_run_at",
  "t"."total_run_count",
  "t"."date_changed",
  "t"."description",
  "t"."approval_required",
  "t"."approved_at",
  "t"."crontab",
  "t"."job_model",
  "t"."user",
  "t"."approved_by_user",
  "t"."paused",
  "t"."next_run"
FROM
  "scheduledjob" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
