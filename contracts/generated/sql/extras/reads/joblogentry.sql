-- Written by `npm run generate:statements`: the statements that reads run, by number.
-- GET /api/extras/job-logs/: 1
-- GET /api/extras/job-logs/{id}/: 2
-- GET /api/extras/job-logs/?depth=1: 1, extras.jobresult
-- GET /api/extras/job-logs/?job_result=…: 3
-- inside others: 4

-- 1
SELECT
  "t"."id",
  "t"."log_level",
  "t"."grouping",
  "t"."message",
  "t"."log_object",
  "t"."absolute_url",
  "t"."job_result",
  "t"."created"
FROM
  "joblogentry" t
WHERE
  true
ORDER BY
  "t"."created" ASC,
  "t"."id"
LIMIT
  '50';

-- 2
SELECT
  "t"."id",
  "t"."log_level",
  "t"."grouping",
  "t"."message",
  "t"."log_object",
  "t"."absolute_url",
  "t"."job_result",
  "t"."created"
FROM
  "joblogentry" t
WHERE
  t.id = $1;

-- 3
SELECT
  "t"."id",
  "t"."log_level",
  "t"."grouping",
  "t"."message",
  "t"."log_object",
  "t"."absolute_url",
  "t"."job_result",
  "t"."created"
FROM
  "joblogentry" t
WHERE
  "t"."job_result" IS NULL
ORDER BY
  "t"."created" ASC,
  "t"."id"
LIMIT
  '50';

-- 4
SELECT
  "t"."id",
  "t"."log_level",
  "t"."grouping",
  "t"."message",
  "t"."log_object",
  "t"."absolute_url",
  "t"."job_result",
  "t"."created"
FROM
  "joblogentry" t
WHERE
  "t"."id" = ANY (
    ARRAY(
      SELECT
        unnest($1::"uuid" [])
    )
  );
