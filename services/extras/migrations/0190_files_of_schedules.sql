alter table fileproxy add column scheduled_job uuid;
-- allowed: has a row for each file of a job, some thousands
create index fileproxy_scheduled_job_idx on fileproxy using btree (scheduled_job);
alter table fileproxy add constraint fileproxy_scheduled_job_fkey
  foreign key (scheduled_job) references scheduledjob (id) deferrable initially deferred not valid;
