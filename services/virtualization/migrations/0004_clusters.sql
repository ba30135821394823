create table clustertype (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint clustertype_pkey primary key (id)
);

create table clustergroup (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint clustergroup_pkey primary key (id)
);

create table cluster (
  id uuid not null,
  name text collate "C" not null,
  comments text collate "C" not null,
  cluster_type uuid not null,
  cluster_group uuid,
  tenant uuid,
  location uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint cluster_pkey primary key (id)
);

create unique index clustertype_name_key on clustertype using btree (name);

create unique index clustergroup_name_key on clustergroup using btree (name);

create unique index cluster_name_key on cluster using btree (name);
create index cluster_cluster_type_idx on cluster using btree (cluster_type);
create index cluster_cluster_group_idx on cluster using btree (cluster_group);
create index cluster_tenant_idx on cluster using btree (tenant);
create index cluster_location_idx on cluster using btree (location);
create index cluster_tags_gin on cluster using gin (tags);

alter table cluster
  add constraint cluster_cluster_type_fkey foreign key (cluster_type) references clustertype (id) deferrable initially deferred,
  add constraint cluster_cluster_group_fkey foreign key (cluster_group) references clustergroup (id) deferrable initially deferred;
select keep_tally('clustertype');
select keep_tally('clustergroup');
select keep_tally('cluster');
