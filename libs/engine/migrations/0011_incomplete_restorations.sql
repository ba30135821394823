-- replaces: 0114_incomplete_restorations.sql
alter table restoration add column incomplete text[] not null default '{}'::text[];
