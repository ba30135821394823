create table thing (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint thing_pkey primary key (id)
);

create unique index thing_name_key on thing using btree (name);
create index thing_tags_gin on thing using gin (tags);
create index thing_custom_fields_gin on thing using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
select keep_tally('thing');
