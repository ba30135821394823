-- replaces: 0001_first_tables.sql
create table tenantgroup (
  id uuid not null,
  tree_ids uuid[] not null,
  tree_names text[] collate "C" not null,
  tree_order text[] collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  parent uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint tenantgroup_pkey primary key (id)
);

create table tenant (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  comments text collate "C" not null,
  tenant_group uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint tenant_pkey primary key (id)
);

create index tenantgroup_tree_ids_gin on tenantgroup using gin (tree_ids);
create unique index tenantgroup_name_key on tenantgroup using btree (name);
create index tenantgroup_parent_idx on tenantgroup using btree (parent);
create index tenantgroup_default_order on tenantgroup using btree (tree_order, id);

create unique index tenant_name_key on tenant using btree (name);
create index tenant_tenant_group_idx on tenant using btree (tenant_group);
create index tenant_tags_gin on tenant using gin (tags);

alter table tenantgroup
  add constraint tenantgroup_parent_fkey foreign key (parent) references tenantgroup (id) deferrable initially deferred;

alter table tenant
  add constraint tenant_tenant_group_fkey foreign key (tenant_group) references tenantgroup (id) deferrable initially deferred;
