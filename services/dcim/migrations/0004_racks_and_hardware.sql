create table rackgroup (
  id uuid not null,
  tree_ids uuid[] not null,
  tree_names text[] collate "C" not null,
  tree_order text[] collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  parent uuid,
  location uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint rackgroup_pkey primary key (id)
);

create table rack (
  id uuid not null,
  type text collate "C" not null,
  width integer not null,
  outer_unit text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  facility_id text collate "C",
  serial text collate "C" not null,
  asset_tag text collate "C",
  u_height integer not null,
  desc_units boolean not null,
  outer_width integer,
  outer_depth integer,
  comments text collate "C" not null,
  status uuid not null,
  role uuid,
  location uuid not null,
  rack_group uuid,
  tenant uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint rack_pkey primary key (id)
);

create table rackreservation (
  id uuid not null,
  units jsonb not null,
  description text collate "C" not null,
  rack uuid not null,
  tenant uuid,
  "user" uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint rackreservation_pkey primary key (id)
);

create table manufacturer (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint manufacturer_pkey primary key (id)
);

create table devicetype (
  id uuid not null,
  subdevice_role text collate "C" not null,
  front_image text collate "C",
  rear_image text collate "C",
  model text collate "C" not null,
  part_number text collate "C" not null,
  u_height integer not null,
  is_full_depth boolean not null,
  comments text collate "C" not null,
  manufacturer uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint devicetype_pkey primary key (id)
);

create table platform (
  id uuid not null,
  name text collate "C" not null,
  network_driver text collate "C" not null,
  napalm_driver text collate "C" not null,
  napalm_args jsonb,
  description text collate "C" not null,
  manufacturer uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint platform_pkey primary key (id)
);

create index rackgroup_tree_ids_gin on rackgroup using gin (tree_ids);
create index rackgroup_name_idx on rackgroup using btree (name);
create index rackgroup_parent_idx on rackgroup using btree (parent);
create index rackgroup_location_idx on rackgroup using btree (location);
create unique index rackgroup_location_name_key on rackgroup using btree (location, name);
create index rackgroup_default_order on rackgroup using btree (tree_order, id);

create index rack_name_idx on rack using btree (name);
create index rack_natural_name_idx on rack using btree (natural_name);
create index rack_serial_idx on rack using btree (serial);
create unique index rack_asset_tag_key on rack using btree (asset_tag);
create index rack_status_idx on rack using btree (status);
create index rack_role_idx on rack using btree (role);
create index rack_location_idx on rack using btree (location);
create index rack_rack_group_idx on rack using btree (rack_group);
create index rack_tenant_idx on rack using btree (tenant);
create index rack_tags_gin on rack using gin (tags);
create unique index rack_rack_group_name_key on rack using btree (rack_group, name);
create unique index rack_rack_group_facility_id_key on rack using btree (rack_group, facility_id);

create index rackreservation_rack_idx on rackreservation using btree (rack);
create index rackreservation_tenant_idx on rackreservation using btree (tenant);
create index rackreservation_user_idx on rackreservation using btree ("user");
create index rackreservation_tags_gin on rackreservation using gin (tags);
create index rackreservation_default_order on rackreservation using btree (created, id);

create unique index manufacturer_name_key on manufacturer using btree (name);

create index devicetype_manufacturer_idx on devicetype using btree (manufacturer);
create index devicetype_tags_gin on devicetype using gin (tags);
create unique index devicetype_manufacturer_model_key on devicetype using btree (manufacturer, model);

create unique index platform_name_key on platform using btree (name);
create index platform_manufacturer_idx on platform using btree (manufacturer);

alter table rackgroup
  add constraint rackgroup_parent_fkey foreign key (parent) references rackgroup (id) deferrable initially deferred,
  add constraint rackgroup_location_fkey foreign key (location) references location (id) deferrable initially deferred;

alter table rack
  add constraint rack_location_fkey foreign key (location) references location (id) deferrable initially deferred,
  add constraint rack_rack_group_fkey foreign key (rack_group) references rackgroup (id) deferrable initially deferred;

alter table rackreservation
  add constraint rackreservation_rack_fkey foreign key (rack) references rack (id) deferrable initially deferred;

alter table devicetype
  add constraint devicetype_manufacturer_fkey foreign key (manufacturer) references manufacturer (id) deferrable initially deferred;

alter table platform
  add constraint platform_manufacturer_fkey foreign key (manufacturer) references manufacturer (id) deferrable initially deferred;
select keep_tally('rackgroup');
select keep_tally('rack');
select keep_tally('rackreservation');
select keep_tally('manufacturer');
select keep_tally('devicetype');
select keep_tally('platform');
