create table job (
  id uuid not null,
  module_name text collate "C" not null,
  job_class_name text collate "C" not null,
  grouping text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  installed boolean not null,
  enabled boolean not null,
  is_job_hook_receiver boolean not null,
  is_job_button_receiver boolean not null,
  has_sensitive_variables boolean not null,
  approval_required boolean not null,
  hidden boolean not null,
  dryrun_default boolean not null,
  read_only boolean not null,
  soft_time_limit double precision not null,
  time_limit double precision not null,
  task_queues jsonb not null,
  supports_dryrun boolean not null,
  grouping_override boolean not null,
  name_override boolean not null,
  description_override boolean not null,
  approval_required_override boolean not null,
  dryrun_default_override boolean not null,
  hidden_override boolean not null,
  soft_time_limit_override boolean not null,
  time_limit_override boolean not null,
  has_sensitive_variables_override boolean not null,
  task_queues_override boolean not null,
  variables jsonb not null,
  origin text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint job_pkey primary key (id)
);

create table scheduledjob (
  id uuid not null,
  name text collate "C" not null,
  task text collate "C" not null,
  interval text collate "C" not null,
  args jsonb not null,
  kwargs jsonb not null,
  celery_kwargs jsonb not null,
  queue text collate "C" not null,
  one_off boolean not null,
  start_time timestamp with time zone not null,
  enabled boolean not null,
  last_run_at timestamp with time zone,
  total_run_count integer not null,
  date_changed timestamp with time zone not null,
  description text collate "C" not null,
  approval_required boolean not null,
  approved_at timestamp with time zone,
  crontab text collate "C" not null,
  job_model uuid,
  "user" uuid,
  approved_by_user uuid,
  next_run timestamp with time zone,
  constraint scheduledjob_pkey primary key (id)
);

create table jobresult (
  id uuid not null,
  status text collate "C" not null,
  name text collate "C" not null,
  task_name text collate "C",
  date_created timestamp with time zone not null,
  date_done timestamp with time zone,
  result jsonb,
  worker text collate "C",
  task_args jsonb not null,
  task_kwargs jsonb not null,
  celery_kwargs jsonb not null,
  traceback text collate "C",
  meta jsonb,
  job_model uuid,
  "user" uuid,
  scheduled_job uuid,
  custom_fields jsonb not null,
  constraint jobresult_pkey primary key (id)
);

create table joblogentry (
  id uuid not null,
  log_level text collate "C" not null,
  grouping text collate "C" not null,
  message text collate "C" not null,
  log_object text collate "C" not null,
  absolute_url text collate "C" not null,
  job_result uuid not null,
  created timestamp with time zone not null,
  constraint joblogentry_pkey primary key (id)
);

create table jobhook (
  id uuid not null,
  content_types text[] collate "C" not null,
  enabled boolean not null,
  name text collate "C" not null,
  type_create boolean not null,
  type_delete boolean not null,
  type_update boolean not null,
  job uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint jobhook_pkey primary key (id)
);

create table jobbutton (
  id uuid not null,
  content_types text[] collate "C" not null,
  name text collate "C" not null,
  text text collate "C" not null,
  weight integer not null,
  group_name text collate "C" not null,
  button_class text collate "C" not null,
  confirmation boolean not null,
  job uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  constraint jobbutton_pkey primary key (id)
);

create index job_module_name_idx on job using btree (module_name);
create index job_job_class_name_idx on job using btree (job_class_name);
create index job_grouping_idx on job using btree (grouping);
create unique index job_name_key on job using btree (name);
create index job_installed_idx on job using btree (installed);
create index job_hidden_idx on job using btree (hidden);
create index job_tags_gin on job using gin (tags);
create index job_custom_fields_gin on job using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
create unique index job_module_name_job_class_name_key on job using btree (module_name, job_class_name);
create index job_default_order on job using btree (grouping, name, id);

create unique index scheduledjob_name_key on scheduledjob using btree (name);
create index scheduledjob_task_idx on scheduledjob using btree (task);
create index scheduledjob_queue_idx on scheduledjob using btree (queue);
create index scheduledjob_job_model_idx on scheduledjob using btree (job_model);
create index scheduledjob_user_idx on scheduledjob using btree ("user");
create index scheduledjob_approved_by_user_idx on scheduledjob using btree (approved_by_user);
create index scheduledjob_next_run_idx on scheduledjob using btree (next_run);

create index jobresult_status_idx on jobresult using btree (status);
create index jobresult_name_idx on jobresult using btree (name);
create index jobresult_task_name_idx on jobresult using btree (task_name);
create index jobresult_date_created_idx on jobresult using btree (date_created);
create index jobresult_date_done_idx on jobresult using btree (date_done);
create index jobresult_job_model_idx on jobresult using btree (job_model);
create index jobresult_user_idx on jobresult using btree ("user");
create index jobresult_scheduled_job_idx on jobresult using btree (scheduled_job);
create index jobresult_custom_fields_gin on jobresult using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index joblogentry_log_level_idx on joblogentry using btree (log_level);
create index joblogentry_job_result_idx on joblogentry using btree (job_result);
create index joblogentry_created_idx on joblogentry using btree (created);
create index joblogentry_default_order on joblogentry using btree (created, id);

create index jobhook_content_types_gin on jobhook using gin (content_types);
create unique index jobhook_name_key on jobhook using btree (name);
create index jobhook_job_idx on jobhook using btree (job);
create index jobhook_custom_fields_gin on jobhook using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index jobbutton_content_types_gin on jobbutton using gin (content_types);
create unique index jobbutton_name_key on jobbutton using btree (name);
create index jobbutton_job_idx on jobbutton using btree (job);
create index jobbutton_default_order on jobbutton using btree (group_name, weight, name, id);

alter table scheduledjob
  add constraint scheduledjob_job_model_fkey foreign key (job_model) references job (id) deferrable initially deferred;

alter table jobresult
  add constraint jobresult_job_model_fkey foreign key (job_model) references job (id) deferrable initially deferred,
  add constraint jobresult_scheduled_job_fkey foreign key (scheduled_job) references scheduledjob (id) deferrable initially deferred;

alter table joblogentry
  add constraint joblogentry_job_result_fkey foreign key (job_result) references jobresult (id) deferrable initially deferred;

alter table jobhook
  add constraint jobhook_job_fkey foreign key (job) references job (id) deferrable initially deferred;

alter table jobbutton
  add constraint jobbutton_job_fkey foreign key (job) references job (id) deferrable initially deferred;
select keep_tally('job');
select keep_tally('scheduledjob');
select keep_tally('jobresult');
select keep_tally('joblogentry');
select keep_tally('jobhook');
select keep_tally('jobbutton');
