create table addressfamily (
  id uuid not null,
  afi_safi text collate "C" not null,
  prefix_limit integer,
  peering uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint addressfamily_pkey primary key (id)
);

create table autonomoussystem (
  id uuid not null,
  asn bigint not null,
  description text collate "C" not null,
  status uuid not null,
  provider uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint autonomoussystem_pkey primary key (id)
);

create table peergroup (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  hold_time integer,
  extra_attributes jsonb not null,
  local_as uuid,
  template uuid,
  import_policy uuid,
  export_policy uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint peergroup_pkey primary key (id)
);

create table peergrouptemplate (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  hold_time integer,
  extra_attributes jsonb not null,
  local_as uuid,
  import_policy uuid,
  export_policy uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint peergrouptemplate_pkey primary key (id)
);

create table peering (
  id uuid not null,
  description text collate "C" not null,
  hold_time integer,
  extra_attributes jsonb not null,
  device uuid not null,
  local_address uuid not null,
  remote_address uuid not null,
  remote_as uuid not null,
  local_as uuid,
  peer_group uuid,
  import_policy uuid,
  export_policy uuid,
  status uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint peering_pkey primary key (id)
);

create table policyterm (
  id uuid not null,
  sequence integer not null,
  action text collate "C" not null,
  local_preference bigint,
  multi_exit_disc bigint,
  prepend integer,
  policy uuid not null,
  prefix uuid,
  origin_as uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint policyterm_pkey primary key (id)
);

create table routingpolicy (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint routingpolicy_pkey primary key (id)
);

create index addressfamily_peering_idx on addressfamily using btree (peering);
create index addressfamily_tags_gin on addressfamily using gin (tags);
create index addressfamily_custom_fields_gin on addressfamily using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
create unique index addressfamily_peering_afi_safi_key on addressfamily using btree (peering, afi_safi);

create unique index autonomoussystem_asn_key on autonomoussystem using btree (asn);
create index autonomoussystem_status_idx on autonomoussystem using btree (status);
create index autonomoussystem_provider_idx on autonomoussystem using btree (provider);
create index autonomoussystem_tags_gin on autonomoussystem using gin (tags);
create index autonomoussystem_custom_fields_gin on autonomoussystem using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create unique index peergroup_name_key on peergroup using btree (name);
create index peergroup_local_as_idx on peergroup using btree (local_as);
create index peergroup_template_idx on peergroup using btree (template);
create index peergroup_import_policy_idx on peergroup using btree (import_policy);
create index peergroup_export_policy_idx on peergroup using btree (export_policy);
create index peergroup_tags_gin on peergroup using gin (tags);
create index peergroup_custom_fields_gin on peergroup using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create unique index peergrouptemplate_name_key on peergrouptemplate using btree (name);
create index peergrouptemplate_local_as_idx on peergrouptemplate using btree (local_as);
create index peergrouptemplate_import_policy_idx on peergrouptemplate using btree (import_policy);
create index peergrouptemplate_export_policy_idx on peergrouptemplate using btree (export_policy);
create index peergrouptemplate_tags_gin on peergrouptemplate using gin (tags);
create index peergrouptemplate_custom_fields_gin on peergrouptemplate using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index peering_device_idx on peering using btree (device);
create index peering_local_address_idx on peering using btree (local_address);
create index peering_remote_address_idx on peering using btree (remote_address);
create index peering_remote_as_idx on peering using btree (remote_as);
create index peering_local_as_idx on peering using btree (local_as);
create index peering_peer_group_idx on peering using btree (peer_group);
create index peering_import_policy_idx on peering using btree (import_policy);
create index peering_export_policy_idx on peering using btree (export_policy);
create index peering_status_idx on peering using btree (status);
create index peering_tags_gin on peering using gin (tags);
create index peering_custom_fields_gin on peering using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
create unique index peering_local_address_remote_address_key on peering using btree (local_address, remote_address);

create index policyterm_policy_idx on policyterm using btree (policy);
create index policyterm_prefix_idx on policyterm using btree (prefix);
create index policyterm_origin_as_idx on policyterm using btree (origin_as);
create index policyterm_tags_gin on policyterm using gin (tags);
create index policyterm_custom_fields_gin on policyterm using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
create unique index policyterm_policy_sequence_key on policyterm using btree (policy, sequence);

create unique index routingpolicy_name_key on routingpolicy using btree (name);
create index routingpolicy_tags_gin on routingpolicy using gin (tags);
create index routingpolicy_custom_fields_gin on routingpolicy using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

alter table addressfamily
  add constraint addressfamily_peering_fkey foreign key (peering) references peering (id) deferrable initially deferred;

alter table peergroup
  add constraint peergroup_local_as_fkey foreign key (local_as) references autonomoussystem (id) deferrable initially deferred,
  add constraint peergroup_template_fkey foreign key (template) references peergrouptemplate (id) deferrable initially deferred,
  add constraint peergroup_import_policy_fkey foreign key (import_policy) references routingpolicy (id) deferrable initially deferred,
  add constraint peergroup_export_policy_fkey foreign key (export_policy) references routingpolicy (id) deferrable initially deferred;

alter table peergrouptemplate
  add constraint peergrouptemplate_local_as_fkey foreign key (local_as) references autonomoussystem (id) deferrable initially deferred,
  add constraint peergrouptemplate_import_policy_fkey foreign key (import_policy) references routingpolicy (id) deferrable initially deferred,
  add constraint peergrouptemplate_export_policy_fkey foreign key (export_policy) references routingpolicy (id) deferrable initially deferred;

alter table peering
  add constraint peering_remote_as_fkey foreign key (remote_as) references autonomoussystem (id) deferrable initially deferred,
  add constraint peering_local_as_fkey foreign key (local_as) references autonomoussystem (id) deferrable initially deferred,
  add constraint peering_peer_group_fkey foreign key (peer_group) references peergroup (id) deferrable initially deferred,
  add constraint peering_import_policy_fkey foreign key (import_policy) references routingpolicy (id) deferrable initially deferred,
  add constraint peering_export_policy_fkey foreign key (export_policy) references routingpolicy (id) deferrable initially deferred;

alter table policyterm
  add constraint policyterm_policy_fkey foreign key (policy) references routingpolicy (id) deferrable initially deferred,
  add constraint policyterm_origin_as_fkey foreign key (origin_as) references autonomoussystem (id) deferrable initially deferred;
select keep_tally('addressfamily');
select keep_tally('autonomoussystem');
select keep_tally('peergroup');
select keep_tally('peergrouptemplate');
select keep_tally('peering');
select keep_tally('policyterm');
select keep_tally('routingpolicy');
