create table deviceredundancygroup (
  id uuid not null,
  failover_strategy text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  comments text collate "C" not null,
  status uuid not null,
  secrets_group uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint deviceredundancygroup_pkey primary key (id)
);

create table virtualchassis (
  id uuid not null,
  name text collate "C" not null,
  domain text collate "C" not null,
  master uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint virtualchassis_pkey primary key (id)
);

create table device (
  id uuid not null,
  face text collate "C" not null,
  local_config_context_data jsonb,
  local_config_context_data_owner_object_id uuid,
  name text collate "C",
  natural_name text collate "C",
  serial text collate "C" not null,
  asset_tag text collate "C",
  position integer,
  device_redundancy_group_priority integer,
  vc_position integer,
  vc_priority integer,
  comments text collate "C" not null,
  local_config_context_schema uuid,
  local_config_context_data_owner_content_type integer,
  device_type uuid not null,
  status uuid not null,
  role uuid not null,
  tenant uuid,
  platform uuid,
  location uuid not null,
  rack uuid,
  primary_ip4 uuid,
  primary_ip6 uuid,
  cluster uuid,
  virtual_chassis uuid,
  device_redundancy_group uuid,
  secrets_group uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint device_pkey primary key (id)
);

create unique index deviceredundancygroup_name_key on deviceredundancygroup using btree (name);
create index deviceredundancygroup_status_idx on deviceredundancygroup using btree (status);
create index deviceredundancygroup_secrets_group_idx on deviceredundancygroup using btree (secrets_group);
create index deviceredundancygroup_tags_gin on deviceredundancygroup using gin (tags);

create unique index virtualchassis_name_key on virtualchassis using btree (name);
create unique index virtualchassis_master_key on virtualchassis using btree (master);
create index virtualchassis_tags_gin on virtualchassis using gin (tags);

create index device_name_idx on device using btree (name);
create index device_natural_name_idx on device using btree (natural_name);
create index device_serial_idx on device using btree (serial);
create unique index device_asset_tag_key on device using btree (asset_tag);
create index device_local_config_context_schema_idx on device using btree (local_config_context_schema);
create index device_local_config_context_data_owner_content_type_idx on device using btree (local_config_context_data_owner_content_type);
create index device_device_type_idx on device using btree (device_type);
create index device_status_idx on device using btree (status);
create index device_role_idx on device using btree (role);
create index device_tenant_idx on device using btree (tenant);
create index device_platform_idx on device using btree (platform);
create index device_location_idx on device using btree (location);
create index device_rack_idx on device using btree (rack);
create index device_primary_ip4_idx on device using btree (primary_ip4);
create index device_primary_ip6_idx on device using btree (primary_ip6);
create index device_cluster_idx on device using btree (cluster);
create index device_virtual_chassis_idx on device using btree (virtual_chassis);
create index device_device_redundancy_group_idx on device using btree (device_redundancy_group);
create index device_secrets_group_idx on device using btree (secrets_group);
create index device_tags_gin on device using gin (tags);
create unique index device_location_tenant_name_key on device using btree (location, tenant, name);
create unique index device_location_name_root_key on device using btree (location, name) where ((tenant IS NULL) AND (name <> ''::text));
create unique index device_rack_position_face_key on device using btree (rack, position, face);
create unique index device_virtual_chassis_vc_position_key on device using btree (virtual_chassis, vc_position);
create index device_default_order on device using btree (natural_name, id);

alter table virtualchassis
  add constraint virtualchassis_master_fkey foreign key (master) references device (id) deferrable initially deferred;

alter table device
  add constraint device_device_type_fkey foreign key (device_type) references devicetype (id) deferrable initially deferred,
  add constraint device_platform_fkey foreign key (platform) references platform (id) deferrable initially deferred,
  add constraint device_location_fkey foreign key (location) references location (id) deferrable initially deferred,
  add constraint device_rack_fkey foreign key (rack) references rack (id) deferrable initially deferred,
  add constraint device_virtual_chassis_fkey foreign key (virtual_chassis) references virtualchassis (id) deferrable initially deferred,
  add constraint device_device_redundancy_group_fkey foreign key (device_redundancy_group) references deviceredundancygroup (id) deferrable initially deferred;
select keep_tally('deviceredundancygroup');
select keep_tally('virtualchassis');
select keep_tally('device');
