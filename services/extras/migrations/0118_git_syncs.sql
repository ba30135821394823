alter table gitrepository
  add column syncs_begun integer not null default 0,
  add column last_sync integer not null default 0;
alter table gitrepository alter column syncs_begun drop default, alter column last_sync drop default;
