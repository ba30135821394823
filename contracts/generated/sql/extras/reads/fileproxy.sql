-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/file-proxies/: 1
-- GET /api/extras/file-proxies/{id}/: 2
-- GET /api/extras/file-proxies/?depth=1: 1, extras.jobresult
-- GET /api/extras/file-proxies/?job=…: 3
-- inside others: 4

-- 1
SELECT
  "t"."id",
  "t"."name",
  "t"."file",
  "t"."uploaded_at",
  "t"."job_result",
  "t"."scheduled_job"
FROM
  "fileproxy" t
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
  "t"."file",
  "t"."uploaded_at",
  "t"."job_result",
  "t"."scheduled_job"
FROM
  "fileproxy" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."name",
  "t"."file",
  "t"."uploaded_at",
  "t"."job_result",
  "t"."scheduled_job"
FROM
  "fileproxy" t
WHERE
  (
    "t"."job_result" IS NULL
    OR "t"."job_result" IN (
      SELECT
        "t_job_result"."id"
      FROM
        "jobresult" "t_job_result"
      WHERE
        "t_job_result"."job_model" IS NULL
    )
  )
ORDER BY
  "t"."name" ASC,
  "t"."id"
LIMIT
  '50';

-- 4
SELECT
  "t"."id",
  "t"."name",
  "t"."file",
  "t"."uploaded_at",
  "t"."job_result",
  "t"."scheduled_job"
FROM
  "fileproxy" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
