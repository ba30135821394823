-- replaces: 0001_first_tables.sql
create table locationtype (
  id uuid not null,
  tree_ids uuid[] not null,
  tree_names text[] collate "C" not null,
  tree_order text[] collate "C" not null,
  content_types text[] collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  nestable boolean not null,
  parent uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint locationtype_pkey primary key (id)
);

create table location (
  id uuid not null,
  tree_ids uuid[] not null,
  tree_names text[] collate "C" not null,
  tree_order text[] collate "C" not null,
  time_zone text collate "C",
  name text collate "C" not null,
  natural_name text collate "C",
  description text collate "C" not null,
  facility text collate "C" not null,
  asn bigint,
  physical_address text collate "C" not null,
  shipping_address text collate "C" not null,
  latitude numeric(8,6),
  longitude numeric(9,6),
  contact_name text collate "C" not null,
  contact_phone text collate "C" not null,
  contact_email text collate "C" not null,
  comments text collate "C" not null,
  parent uuid,
  location_type uuid not null,
  status uuid not null,
  tenant uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint location_pkey primary key (id)
);

create index locationtype_tree_ids_gin on locationtype using gin (tree_ids);
create index locationtype_content_types_gin on locationtype using gin (content_types);
create unique index locationtype_name_key on locationtype using btree (name);
create index locationtype_parent_idx on locationtype using btree (parent);
create index locationtype_default_order on locationtype using btree (tree_order, id);

create index location_tree_ids_gin on location using gin (tree_ids);
create index location_name_idx on location using btree (name);
create index location_parent_idx on location using btree (parent);
create index location_location_type_idx on location using btree (location_type);
create index location_status_idx on location using btree (status);
create index location_tenant_idx on location using btree (tenant);
create index location_tags_gin on location using gin (tags);
create unique index location_parent_name_key on location using btree (parent, name);
create unique index location_name_root_key on location using btree (name) where (parent IS NULL);
create index location_default_order on location using btree (tree_order, id);

alter table locationtype
  add constraint locationtype_parent_fkey foreign key (parent) references locationtype (id) deferrable initially deferred;

alter table location
  add constraint location_parent_fkey foreign key (parent) references location (id) deferrable initially deferred,
  add constraint location_location_type_fkey foreign key (location_type) references locationtype (id) deferrable initially deferred;
