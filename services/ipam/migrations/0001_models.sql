-- replaces: 0001_first_tables.sql
create table namespace (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  location uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint namespace_pkey primary key (id)
);

create table vrf (
  id uuid not null,
  name text collate "C" not null,
  rd text collate "C",
  description text collate "C" not null,
  namespace uuid not null,
  tenant uuid,
  import_targets uuid[] not null,
  export_targets uuid[] not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint vrf_pkey primary key (id)
);

create table routetarget (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  tenant uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint routetarget_pkey primary key (id)
);

create table rir (
  id uuid not null,
  name text collate "C" not null,
  is_private boolean not null,
  description text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint rir_pkey primary key (id)
);

create table vlangroup (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  location uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint vlangroup_pkey primary key (id)
);

create table vlan (
  id uuid not null,
  vid integer not null,
  name text collate "C" not null,
  description text collate "C" not null,
  location uuid,
  vlan_group uuid,
  status uuid not null,
  role uuid,
  tenant uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint vlan_pkey primary key (id)
);

create table prefix (
  id uuid not null,
  prefix cidr not null,
  type text collate "C" not null,
  network inet not null generated always as (host(prefix)::inet) stored,
  broadcast inet not null generated always as (host(broadcast(prefix))::inet) stored,
  prefix_length integer not null generated always as (masklen(prefix)) stored,
  ip_version integer not null generated always as (family(prefix)) stored,
  date_allocated timestamp with time zone,
  description text collate "C" not null,
  status uuid not null,
  role uuid,
  parent uuid,
  location uuid,
  namespace uuid not null,
  tenant uuid,
  vlan uuid,
  rir uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint prefix_pkey primary key (id)
);

create table ipaddress (
  id uuid not null,
  address inet not null,
  host inet not null generated always as (host(address)::inet) stored,
  mask_length integer not null generated always as (masklen(address)) stored,
  type text collate "C" not null,
  ip_version integer not null generated always as (family(address)) stored,
  dns_name text collate "C" not null,
  description text collate "C" not null,
  status uuid not null,
  role uuid,
  parent uuid,
  tenant uuid,
  nat_inside uuid,
  namespace uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint ipaddress_pkey primary key (id)
);

create table ipaddresstointerface (
  id uuid not null,
  is_source boolean not null,
  is_destination boolean not null,
  is_default boolean not null,
  is_preferred boolean not null,
  is_primary boolean not null,
  is_secondary boolean not null,
  is_standby boolean not null,
  ip_address uuid not null,
  interface uuid,
  vm_interface uuid,
  constraint ipaddresstointerface_pkey primary key (id)
);

create table service (
  id uuid not null,
  protocol text collate "C" not null,
  ports jsonb not null,
  name text collate "C" not null,
  description text collate "C" not null,
  device uuid,
  virtual_machine uuid,
  ip_addresses uuid[] not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint service_pkey primary key (id)
);

create table vrfprefixassignment (
  id uuid not null,
  vrf uuid not null,
  prefix uuid not null,
  constraint vrfprefixassignment_pkey primary key (id)
);

create table vrfdeviceassignment (
  id uuid not null,
  vrf uuid not null,
  device uuid,
  virtual_machine uuid,
  rd text collate "C",
  name text collate "C" not null,
  constraint vrfdeviceassignment_pkey primary key (id)
);

create unique index namespace_name_key on namespace using btree (name);
create index namespace_location_idx on namespace using btree (location);
create index namespace_tags_gin on namespace using gin (tags);

create index vrf_tenant_idx on vrf using btree (tenant);
create index vrf_import_targets_gin on vrf using gin (import_targets);
create index vrf_export_targets_gin on vrf using gin (export_targets);
create index vrf_tags_gin on vrf using gin (tags);
create unique index vrf_namespace_rd_key on vrf using btree (namespace, rd);

create unique index routetarget_name_key on routetarget using btree (name);
create index routetarget_tenant_idx on routetarget using btree (tenant);
create index routetarget_tags_gin on routetarget using gin (tags);

create unique index rir_name_key on rir using btree (name);

create unique index vlangroup_name_key on vlangroup using btree (name);
create index vlangroup_location_idx on vlangroup using btree (location);

create index vlan_name_idx on vlan using btree (name);
create index vlan_location_idx on vlan using btree (location);
create index vlan_vlan_group_idx on vlan using btree (vlan_group);
create index vlan_status_idx on vlan using btree (status);
create index vlan_role_idx on vlan using btree (role);
create index vlan_tenant_idx on vlan using btree (tenant);
create index vlan_tags_gin on vlan using gin (tags);
create unique index vlan_vlan_group_vid_key on vlan using btree (vlan_group, vid);
create unique index vlan_vlan_group_name_key on vlan using btree (vlan_group, name);

create index prefix_prefix_gist on prefix using gist (prefix inet_ops);
create index prefix_status_idx on prefix using btree (status);
create index prefix_role_idx on prefix using btree (role);
create index prefix_parent_idx on prefix using btree (parent);
create index prefix_location_idx on prefix using btree (location);
create index prefix_tenant_idx on prefix using btree (tenant);
create index prefix_vlan_idx on prefix using btree (vlan);
create index prefix_rir_idx on prefix using btree (rir);
create index prefix_tags_gin on prefix using gin (tags);
create unique index prefix_namespace_network_prefix_length_key on prefix using btree (namespace, network, prefix_length);
create index prefix_namespace_prefix_idx on prefix using btree (namespace, prefix);
create index prefix_namespace_parent_prefix_idx on prefix using btree (namespace, parent, prefix);

create index ipaddress_dns_name_idx on ipaddress using btree (dns_name);
create index ipaddress_status_idx on ipaddress using btree (status);
create index ipaddress_role_idx on ipaddress using btree (role);
create index ipaddress_tenant_idx on ipaddress using btree (tenant);
create index ipaddress_nat_inside_idx on ipaddress using btree (nat_inside);
create index ipaddress_tags_gin on ipaddress using gin (tags);
create unique index ipaddress_parent_host_key on ipaddress using btree (parent, host);
create index ipaddress_namespace_host_idx on ipaddress using btree (namespace, host);
create index ipaddress_default_order on ipaddress using btree (ip_version, host, mask_length, id);

create index ipaddresstointerface_ip_address_idx on ipaddresstointerface using btree (ip_address);
create index ipaddresstointerface_interface_idx on ipaddresstointerface using btree (interface);
create index ipaddresstointerface_vm_interface_idx on ipaddresstointerface using btree (vm_interface);
create unique index ipaddresstointerface_interface_ip_address_key on ipaddresstointerface using btree (interface, ip_address);
create unique index ipaddresstointerface_vm_interface_ip_address_key on ipaddresstointerface using btree (vm_interface, ip_address);

create index service_name_idx on service using btree (name);
create index service_device_idx on service using btree (device);
create index service_virtual_machine_idx on service using btree (virtual_machine);
create index service_ip_addresses_gin on service using gin (ip_addresses);
create index service_tags_gin on service using gin (tags);
create unique index service_name_device_key on service using btree (name, device);
create unique index service_name_virtual_machine_key on service using btree (name, virtual_machine);
create index service_default_order on service using btree (protocol, ports, id);

create index vrfprefixassignment_vrf_idx on vrfprefixassignment using btree (vrf);
create index vrfprefixassignment_prefix_idx on vrfprefixassignment using btree (prefix);
create unique index vrfprefixassignment_vrf_prefix_key on vrfprefixassignment using btree (vrf, prefix);

create index vrfdeviceassignment_vrf_idx on vrfdeviceassignment using btree (vrf);
create index vrfdeviceassignment_device_idx on vrfdeviceassignment using btree (device);
create index vrfdeviceassignment_virtual_machine_idx on vrfdeviceassignment using btree (virtual_machine);
create unique index vrfdeviceassignment_vrf_device_key on vrfdeviceassignment using btree (vrf, device);
create unique index vrfdeviceassignment_vrf_virtual_machine_key on vrfdeviceassignment using btree (vrf, virtual_machine);

alter table vrf
  add constraint vrf_namespace_fkey foreign key (namespace) references namespace (id) deferrable initially deferred;

alter table vlan
  add constraint vlan_vlan_group_fkey foreign key (vlan_group) references vlangroup (id) deferrable initially deferred;

alter table prefix
  add constraint prefix_parent_fkey foreign key (parent) references prefix (id) deferrable initially deferred,
  add constraint prefix_namespace_fkey foreign key (namespace) references namespace (id) deferrable initially deferred,
  add constraint prefix_vlan_fkey foreign key (vlan) references vlan (id) deferrable initially deferred,
  add constraint prefix_rir_fkey foreign key (rir) references rir (id) deferrable initially deferred;

alter table ipaddress
  add constraint ipaddress_parent_fkey foreign key (parent) references prefix (id) deferrable initially deferred,
  add constraint ipaddress_nat_inside_fkey foreign key (nat_inside) references ipaddress (id) deferrable initially deferred,
  add constraint ipaddress_namespace_fkey foreign key (namespace) references namespace (id) deferrable initially deferred;

alter table ipaddresstointerface
  add constraint ipaddresstointerface_ip_address_fkey foreign key (ip_address) references ipaddress (id) deferrable initially deferred;

alter table vrfprefixassignment
  add constraint vrfprefixassignment_vrf_fkey foreign key (vrf) references vrf (id) deferrable initially deferred,
  add constraint vrfprefixassignment_prefix_fkey foreign key (prefix) references prefix (id) deferrable initially deferred;

alter table vrfdeviceassignment
  add constraint vrfdeviceassignment_vrf_fkey foreign key (vrf) references vrf (id) deferrable initially deferred;
