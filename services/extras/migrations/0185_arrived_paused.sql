alter table scheduledjob add column paused boolean not null default false;
alter table scheduledjob alter column paused drop default;
alter table jobhook add column paused boolean not null default false;
alter table jobhook alter column paused drop default;
alter table webhook add column paused boolean not null default false;
alter table webhook alter column paused drop default;
