create table consoleport (
  id uuid not null,
  cable_peer_type text collate "C",
  cable_peer_id uuid,
  connected_endpoint_type text collate "C",
  connected_endpoint_id uuid,
  connected_endpoint_reachable boolean,
  type text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  device uuid not null,
  cable uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint consoleport_pkey primary key (id)
);

create table consoleserverport (
  id uuid not null,
  cable_peer_type text collate "C",
  cable_peer_id uuid,
  connected_endpoint_type text collate "C",
  connected_endpoint_id uuid,
  connected_endpoint_reachable boolean,
  type text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  device uuid not null,
  cable uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint consoleserverport_pkey primary key (id)
);

create table powerport (
  id uuid not null,
  cable_peer_type text collate "C",
  cable_peer_id uuid,
  connected_endpoint_type text collate "C",
  connected_endpoint_id uuid,
  connected_endpoint_reachable boolean,
  type text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  maximum_draw integer,
  allocated_draw integer,
  device uuid not null,
  cable uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint powerport_pkey primary key (id)
);

create table poweroutlet (
  id uuid not null,
  cable_peer_type text collate "C",
  cable_peer_id uuid,
  connected_endpoint_type text collate "C",
  connected_endpoint_id uuid,
  connected_endpoint_reachable boolean,
  type text collate "C" not null,
  feed_leg text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  device uuid not null,
  cable uuid,
  power_port uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint poweroutlet_pkey primary key (id)
);

create table interface (
  id uuid not null,
  cable_peer_type text collate "C",
  cable_peer_id uuid,
  connected_endpoint_type text collate "C",
  connected_endpoint_id uuid,
  connected_endpoint_reachable boolean,
  type text collate "C" not null,
  mode text collate "C" not null,
  mac_address text collate "C",
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  enabled boolean not null,
  mtu integer,
  mgmt_only boolean not null,
  device uuid not null,
  cable uuid,
  status uuid not null,
  parent_interface uuid,
  bridge uuid,
  lag uuid,
  untagged_vlan uuid,
  vrf uuid,
  tagged_vlans uuid[] not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint interface_pkey primary key (id)
);

create table rearport (
  id uuid not null,
  cable_peer_type text collate "C",
  cable_peer_id uuid,
  type text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  positions integer not null,
  device uuid not null,
  cable uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint rearport_pkey primary key (id)
);

create table frontport (
  id uuid not null,
  cable_peer_type text collate "C",
  cable_peer_id uuid,
  type text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  rear_port_position integer not null,
  device uuid not null,
  cable uuid,
  rear_port uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint frontport_pkey primary key (id)
);

create table devicebay (
  id uuid not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  device uuid not null,
  installed_device uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint devicebay_pkey primary key (id)
);

create table inventoryitem (
  id uuid not null,
  tree_ids uuid[] not null,
  tree_names text[] collate "C" not null,
  tree_order text[] collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  part_id text collate "C" not null,
  serial text collate "C" not null,
  asset_tag text collate "C",
  discovered boolean not null,
  parent uuid,
  device uuid not null,
  manufacturer uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint inventoryitem_pkey primary key (id)
);

create table interfaceredundancygroup (
  id uuid not null,
  protocol text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  protocol_group_id text collate "C" not null,
  status uuid not null,
  secrets_group uuid,
  virtual_ip uuid,
  created timestamp with time zone not null,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint interfaceredundancygroup_pkey primary key (id)
);

create table interfaceredundancygroupassociation (
  id uuid not null,
  priority integer not null,
  interface_redundancy_group uuid not null,
  interface uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  constraint interfaceredundancygroupassociation_pkey primary key (id)
);

create index consoleport_name_idx on consoleport using btree (name);
create index consoleport_cable_idx on consoleport using btree (cable);
create index consoleport_tags_gin on consoleport using gin (tags);
create unique index consoleport_device_name_key on consoleport using btree (device, name);
create index consoleport_device_natural_name_idx on consoleport using btree (device, natural_name);

create index consoleserverport_name_idx on consoleserverport using btree (name);
create index consoleserverport_cable_idx on consoleserverport using btree (cable);
create index consoleserverport_tags_gin on consoleserverport using gin (tags);
create unique index consoleserverport_device_name_key on consoleserverport using btree (device, name);
create index consoleserverport_device_natural_name_idx on consoleserverport using btree (device, natural_name);

create index powerport_name_idx on powerport using btree (name);
create index powerport_cable_idx on powerport using btree (cable);
create index powerport_tags_gin on powerport using gin (tags);
create unique index powerport_device_name_key on powerport using btree (device, name);
create index powerport_device_natural_name_idx on powerport using btree (device, natural_name);

create index poweroutlet_name_idx on poweroutlet using btree (name);
create index poweroutlet_cable_idx on poweroutlet using btree (cable);
create index poweroutlet_power_port_idx on poweroutlet using btree (power_port);
create index poweroutlet_tags_gin on poweroutlet using gin (tags);
create unique index poweroutlet_device_name_key on poweroutlet using btree (device, name);
create index poweroutlet_device_natural_name_idx on poweroutlet using btree (device, natural_name);

create index interface_mac_address_idx on interface using btree (mac_address);
create index interface_name_idx on interface using btree (name);
create index interface_cable_idx on interface using btree (cable);
create index interface_status_idx on interface using btree (status);
create index interface_parent_interface_idx on interface using btree (parent_interface);
create index interface_bridge_idx on interface using btree (bridge);
create index interface_lag_idx on interface using btree (lag);
create index interface_untagged_vlan_idx on interface using btree (untagged_vlan);
create index interface_vrf_idx on interface using btree (vrf);
create index interface_tagged_vlans_gin on interface using gin (tagged_vlans);
create index interface_tags_gin on interface using gin (tags);
create unique index interface_device_name_key on interface using btree (device, name);
create index interface_device_natural_name_idx on interface using btree (device, natural_name);

create index rearport_name_idx on rearport using btree (name);
create index rearport_cable_idx on rearport using btree (cable);
create index rearport_tags_gin on rearport using gin (tags);
create unique index rearport_device_name_key on rearport using btree (device, name);
create index rearport_device_natural_name_idx on rearport using btree (device, natural_name);

create index frontport_name_idx on frontport using btree (name);
create index frontport_cable_idx on frontport using btree (cable);
create index frontport_tags_gin on frontport using gin (tags);
create unique index frontport_device_name_key on frontport using btree (device, name);
create unique index frontport_rear_port_rear_port_position_key on frontport using btree (rear_port, rear_port_position);
create index frontport_device_natural_name_idx on frontport using btree (device, natural_name);

create index devicebay_name_idx on devicebay using btree (name);
create unique index devicebay_installed_device_key on devicebay using btree (installed_device);
create index devicebay_tags_gin on devicebay using gin (tags);
create unique index devicebay_device_name_key on devicebay using btree (device, name);
create index devicebay_device_natural_name_idx on devicebay using btree (device, natural_name);

create index inventoryitem_tree_ids_gin on inventoryitem using gin (tree_ids);
create index inventoryitem_name_idx on inventoryitem using btree (name);
create index inventoryitem_serial_idx on inventoryitem using btree (serial);
create unique index inventoryitem_asset_tag_key on inventoryitem using btree (asset_tag);
create index inventoryitem_parent_idx on inventoryitem using btree (parent);
create index inventoryitem_manufacturer_idx on inventoryitem using btree (manufacturer);
create index inventoryitem_tags_gin on inventoryitem using gin (tags);
create unique index inventoryitem_device_parent_name_key on inventoryitem using btree (device, parent, name);
create index inventoryitem_default_order on inventoryitem using btree (tree_order, id);

create unique index interfaceredundancygroup_name_key on interfaceredundancygroup using btree (name);
create index interfaceredundancygroup_status_idx on interfaceredundancygroup using btree (status);
create index interfaceredundancygroup_secrets_group_idx on interfaceredundancygroup using btree (secrets_group);
create index interfaceredundancygroup_virtual_ip_idx on interfaceredundancygroup using btree (virtual_ip);
create index interfaceredundancygroup_tags_gin on interfaceredundancygroup using gin (tags);

create index interfaceredundancygroupassociation_interface_idx on interfaceredundancygroupassociation using btree (interface);
create unique index interfaceredundancygroupassociation_interface_redundancy_group_ on interfaceredundancygroupassociation using btree (interface_redundancy_group, interface);

alter table consoleport
  add constraint consoleport_device_fkey foreign key (device) references device (id) deferrable initially deferred;

alter table consoleserverport
  add constraint consoleserverport_device_fkey foreign key (device) references device (id) deferrable initially deferred;

alter table powerport
  add constraint powerport_device_fkey foreign key (device) references device (id) deferrable initially deferred;

alter table poweroutlet
  add constraint poweroutlet_device_fkey foreign key (device) references device (id) deferrable initially deferred,
  add constraint poweroutlet_power_port_fkey foreign key (power_port) references powerport (id) deferrable initially deferred;

alter table interface
  add constraint interface_device_fkey foreign key (device) references device (id) deferrable initially deferred,
  add constraint interface_parent_interface_fkey foreign key (parent_interface) references interface (id) deferrable initially deferred,
  add constraint interface_bridge_fkey foreign key (bridge) references interface (id) deferrable initially deferred,
  add constraint interface_lag_fkey foreign key (lag) references interface (id) deferrable initially deferred;

alter table rearport
  add constraint rearport_device_fkey foreign key (device) references device (id) deferrable initially deferred;

alter table frontport
  add constraint frontport_device_fkey foreign key (device) references device (id) deferrable initially deferred,
  add constraint frontport_rear_port_fkey foreign key (rear_port) references rearport (id) deferrable initially deferred;

alter table devicebay
  add constraint devicebay_device_fkey foreign key (device) references device (id) deferrable initially deferred,
  add constraint devicebay_installed_device_fkey foreign key (installed_device) references device (id) deferrable initially deferred;

alter table inventoryitem
  add constraint inventoryitem_parent_fkey foreign key (parent) references inventoryitem (id) deferrable initially deferred,
  add constraint inventoryitem_device_fkey foreign key (device) references device (id) deferrable initially deferred,
  add constraint inventoryitem_manufacturer_fkey foreign key (manufacturer) references manufacturer (id) deferrable initially deferred;

alter table interfaceredundancygroupassociation
  add constraint interfaceredundancygroupassociation_interface_redundancy_group_ foreign key (interface_redundancy_group) references interfaceredundancygroup (id) deferrable initially deferred,
  add constraint interfaceredundancygroupassociation_interface_fkey foreign key (interface) references interface (id) deferrable initially deferred;
select keep_tally('consoleport');
select keep_tally('consoleserverport');
select keep_tally('powerport');
select keep_tally('poweroutlet');
select keep_tally('interface');
select keep_tally('rearport');
select keep_tally('frontport');
select keep_tally('devicebay');
select keep_tally('inventoryitem');
select keep_tally('interfaceredundancygroup');
select keep_tally('interfaceredundancygroupassociation');
