create table gitrepository (
  id uuid not null,
  provided_contents jsonb not null,
  name text collate "C" not null,
  slug text collate "C" not null,
  remote_url text collate "C" not null,
  branch text collate "C" not null,
  current_head text collate "C" not null,
  secrets_group uuid,
  tags uuid[] not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint gitrepository_pkey primary key (id)
);

create unique index gitrepository_name_key on gitrepository using btree (name);
create unique index gitrepository_slug_key on gitrepository using btree (slug);
create index gitrepository_secrets_group_idx on gitrepository using btree (secrets_group);
create index gitrepository_tags_gin on gitrepository using gin (tags);
create index gitrepository_custom_fields_gin on gitrepository using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

alter table gitrepository
  add constraint gitrepository_secrets_group_fkey foreign key (secrets_group) references secretsgroup (id) deferrable initially deferred;
select keep_tally('gitrepository');
