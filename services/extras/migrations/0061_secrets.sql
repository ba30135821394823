create table secret (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  provider text collate "C" not null,
  parameters jsonb not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint secret_pkey primary key (id)
);

create table secretsgroup (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint secretsgroup_pkey primary key (id)
);

create table secretsgroupassociation (
  id uuid not null,
  access_type text collate "C" not null,
  secret_type text collate "C" not null,
  secrets_group uuid not null,
  secret uuid not null,
  constraint secretsgroupassociation_pkey primary key (id)
);

create table externalintegration (
  id uuid not null,
  name text collate "C" not null,
  remote_url text collate "C" not null,
  verify_ssl boolean not null,
  timeout integer not null,
  extra_config jsonb,
  http_method text collate "C" not null,
  headers jsonb,
  ca_file_path text collate "C" not null,
  secrets_group uuid,
  tags uuid[] not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint externalintegration_pkey primary key (id)
);

create unique index secret_name_key on secret using btree (name);
create index secret_tags_gin on secret using gin (tags);
create index secret_custom_fields_gin on secret using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create unique index secretsgroup_name_key on secretsgroup using btree (name);
create index secretsgroup_custom_fields_gin on secretsgroup using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index secretsgroupassociation_secret_idx on secretsgroupassociation using btree (secret);
create unique index secretsgroupassociation_secrets_group_access_type_secret_type_k on secretsgroupassociation using btree (secrets_group, access_type, secret_type);

create unique index externalintegration_name_key on externalintegration using btree (name);
create index externalintegration_secrets_group_idx on externalintegration using btree (secrets_group);
create index externalintegration_tags_gin on externalintegration using gin (tags);
create index externalintegration_custom_fields_gin on externalintegration using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

alter table secretsgroupassociation
  add constraint secretsgroupassociation_secrets_group_fkey foreign key (secrets_group) references secretsgroup (id) deferrable initially deferred,
  add constraint secretsgroupassociation_secret_fkey foreign key (secret) references secret (id) deferrable initially deferred;

alter table externalintegration
  add constraint externalintegration_secrets_group_fkey foreign key (secrets_group) references secretsgroup (id) deferrable initially deferred;
select keep_tally('secret');
select keep_tally('secretsgroup');
select keep_tally('secretsgroupassociation');
select keep_tally('externalintegration');
