create table configcontextschema (
  id uuid not null,
  owner_content_type text collate "C",
  name text collate "C" not null,
  description text collate "C" not null,
  data_schema jsonb not null,
  owner_object_id uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint configcontextschema_pkey primary key (id)
);

create table configcontext (
  id uuid not null,
  owner_content_type text collate "C",
  name text collate "C" not null,
  owner_object_id uuid,
  weight integer not null,
  description text collate "C" not null,
  is_active boolean not null,
  data jsonb not null,
  config_context_schema uuid,
  locations uuid[] not null,
  roles uuid[] not null,
  device_types uuid[] not null,
  device_redundancy_groups uuid[] not null,
  platforms uuid[] not null,
  cluster_groups uuid[] not null,
  clusters uuid[] not null,
  tenant_groups uuid[] not null,
  tenants uuid[] not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  constraint configcontext_pkey primary key (id)
);

create unique index configcontextschema_name_key on configcontextschema using btree (name);
create index configcontextschema_owner_object_id_idx on configcontextschema using btree (owner_object_id);
create index configcontextschema_custom_fields_gin on configcontextschema using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create unique index configcontext_name_key on configcontext using btree (name);
create index configcontext_owner_object_id_idx on configcontext using btree (owner_object_id);
create index configcontext_config_context_schema_idx on configcontext using btree (config_context_schema);
create index configcontext_locations_gin on configcontext using gin (locations);
create index configcontext_roles_gin on configcontext using gin (roles);
create index configcontext_device_types_gin on configcontext using gin (device_types);
create index configcontext_device_redundancy_groups_gin on configcontext using gin (device_redundancy_groups);
create index configcontext_platforms_gin on configcontext using gin (platforms);
create index configcontext_cluster_groups_gin on configcontext using gin (cluster_groups);
create index configcontext_clusters_gin on configcontext using gin (clusters);
create index configcontext_tenant_groups_gin on configcontext using gin (tenant_groups);
create index configcontext_tenants_gin on configcontext using gin (tenants);
create index configcontext_tags_gin on configcontext using gin (tags);
create index configcontext_default_order on configcontext using btree (weight, name, id);

alter table configcontext
  add constraint configcontext_config_context_schema_fkey foreign key (config_context_schema) references configcontextschema (id) deferrable initially deferred;
select keep_tally('configcontextschema');
select keep_tally('configcontext');
