create table cable (
  id uuid not null,
  termination_a_type text collate "C" not null,
  termination_b_type text collate "C" not null,
  length_unit text collate "C" not null,
  type text collate "C" not null,
  termination_a_id uuid not null,
  termination_b_id uuid not null,
  label text collate "C" not null,
  color text collate "C" not null,
  length integer,
  length_in_metres numeric(10,4),
  connected boolean not null,
  status uuid not null,
  termination_a_device uuid,
  termination_b_device uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint cable_pkey primary key (id)
);

create table cablepath (
  id uuid not null,
  origin_type text collate "C" not null,
  origin_id uuid not null,
  destination_type text collate "C",
  destination_id uuid,
  node_types text[] collate "C" not null,
  nodes uuid[] not null,
  is_active boolean not null,
  is_split boolean not null,
  constraint cablepath_pkey primary key (id)
);

create index cable_termination_a_id_idx on cable using btree (termination_a_id);
create index cable_termination_b_id_idx on cable using btree (termination_b_id);
create index cable_status_idx on cable using btree (status);
create index cable_termination_a_device_idx on cable using btree (termination_a_device);
create index cable_termination_b_device_idx on cable using btree (termination_b_device);
create index cable_tags_gin on cable using gin (tags);
create unique index cable_termination_a_type_termination_a_id_key on cable using btree (termination_a_type, termination_a_id);
create unique index cable_termination_b_type_termination_b_id_key on cable using btree (termination_b_type, termination_b_id);
create index cable_default_order on cable using btree (termination_a_type, termination_a_id, termination_b_type, termination_b_id, id);

create index cablepath_origin_id_idx on cablepath using btree (origin_id);
create index cablepath_destination_id_idx on cablepath using btree (destination_id);
create index cablepath_nodes_gin on cablepath using gin (nodes);
create unique index cablepath_origin_type_origin_id_key on cablepath using btree (origin_type, origin_id);

alter table powerfeed
  add constraint powerfeed_cable_fkey foreign key (cable) references cable (id) deferrable initially deferred;

alter table consoleport
  add constraint consoleport_cable_fkey foreign key (cable) references cable (id) deferrable initially deferred;

alter table consoleserverport
  add constraint consoleserverport_cable_fkey foreign key (cable) references cable (id) deferrable initially deferred;

alter table powerport
  add constraint powerport_cable_fkey foreign key (cable) references cable (id) deferrable initially deferred;

alter table poweroutlet
  add constraint poweroutlet_cable_fkey foreign key (cable) references cable (id) deferrable initially deferred;

alter table interface
  add constraint interface_cable_fkey foreign key (cable) references cable (id) deferrable initially deferred;

alter table rearport
  add constraint rearport_cable_fkey foreign key (cable) references cable (id) deferrable initially deferred;

alter table frontport
  add constraint frontport_cable_fkey foreign key (cable) references cable (id) deferrable initially deferred;
select keep_tally('cable');
select keep_tally('cablepath');
