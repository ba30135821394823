alter table restoration add column incomplete text[] not null default '{}'::text[];
