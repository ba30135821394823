create table virtualmachine (
  id uuid not null,
  local_config_context_data jsonb,
  local_config_context_data_owner_object_id uuid,
  name text collate "C" not null,
  vcpus integer,
  memory integer,
  disk integer,
  comments text collate "C" not null,
  local_config_context_schema uuid,
  local_config_context_data_owner_content_type integer,
  cluster uuid not null,
  tenant uuid,
  platform uuid,
  status uuid not null,
  role uuid,
  primary_ip4 uuid,
  primary_ip6 uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint virtualmachine_pkey primary key (id)
);

create table vminterface (
  id uuid not null,
  mode text collate "C" not null,
  mac_address text collate "C",
  enabled boolean not null,
  mtu integer,
  name text collate "C" not null,
  natural_name text collate "C",
  description text collate "C" not null,
  status uuid not null,
  parent_interface uuid,
  bridge uuid,
  virtual_machine uuid not null,
  untagged_vlan uuid,
  vrf uuid,
  tagged_vlans uuid[] not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint vminterface_pkey primary key (id)
);

create index virtualmachine_name_idx on virtualmachine using btree (name);
create index virtualmachine_local_config_context_schema_idx on virtualmachine using btree (local_config_context_schema);
create index virtualmachine_local_config_context_data_owner_content_type_idx on virtualmachine using btree (local_config_context_data_owner_content_type);
create index virtualmachine_cluster_idx on virtualmachine using btree (cluster);
create index virtualmachine_tenant_idx on virtualmachine using btree (tenant);
create index virtualmachine_platform_idx on virtualmachine using btree (platform);
create index virtualmachine_status_idx on virtualmachine using btree (status);
create index virtualmachine_role_idx on virtualmachine using btree (role);
create index virtualmachine_primary_ip4_idx on virtualmachine using btree (primary_ip4);
create index virtualmachine_primary_ip6_idx on virtualmachine using btree (primary_ip6);
create index virtualmachine_tags_gin on virtualmachine using gin (tags);
create unique index virtualmachine_cluster_tenant_name_key on virtualmachine using btree (cluster, tenant, name);
create unique index virtualmachine_cluster_name_root_key on virtualmachine using btree (cluster, name) where (tenant IS NULL);
create index virtualmachine_default_order on virtualmachine using btree (name, id);

create index vminterface_mac_address_idx on vminterface using btree (mac_address);
create index vminterface_name_idx on vminterface using btree (name);
create index vminterface_natural_name_idx on vminterface using btree (natural_name);
create index vminterface_status_idx on vminterface using btree (status);
create index vminterface_parent_interface_idx on vminterface using btree (parent_interface);
create index vminterface_bridge_idx on vminterface using btree (bridge);
create index vminterface_virtual_machine_idx on vminterface using btree (virtual_machine);
create index vminterface_untagged_vlan_idx on vminterface using btree (untagged_vlan);
create index vminterface_vrf_idx on vminterface using btree (vrf);
create index vminterface_tagged_vlans_gin on vminterface using gin (tagged_vlans);
create index vminterface_tags_gin on vminterface using gin (tags);
create unique index vminterface_virtual_machine_name_key on vminterface using btree (virtual_machine, name);

alter table virtualmachine
  add constraint virtualmachine_cluster_fkey foreign key (cluster) references cluster (id) deferrable initially deferred;

alter table vminterface
  add constraint vminterface_parent_interface_fkey foreign key (parent_interface) references vminterface (id) deferrable initially deferred,
  add constraint vminterface_bridge_fkey foreign key (bridge) references vminterface (id) deferrable initially deferred,
  add constraint vminterface_virtual_machine_fkey foreign key (virtual_machine) references virtualmachine (id) deferrable initially deferred;
select keep_tally('virtualmachine');
select keep_tally('vminterface');
