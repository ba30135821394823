create table circuit (
  id uuid not null,
  cid text collate "C" not null,
  install_date date,
  commit_rate integer,
  description text collate "C" not null,
  comments text collate "C" not null,
  status uuid not null,
  provider uuid not null,
  circuit_type uuid not null,
  tenant uuid,
  circuit_termination_a uuid,
  circuit_termination_z uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint circuit_pkey primary key (id)
);

create table circuittermination (
  id uuid not null,
  cable_peer_type text collate "C",
  cable_peer_id uuid,
  connected_endpoint_type text collate "C",
  connected_endpoint_id uuid,
  connected_endpoint_reachable boolean,
  term_side text collate "C" not null,
  port_speed integer,
  upstream_speed integer,
  xconnect_id text collate "C" not null,
  pp_info text collate "C" not null,
  description text collate "C" not null,
  cable uuid,
  circuit uuid not null,
  location uuid,
  provider_network uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint circuittermination_pkey primary key (id)
);

create index circuit_cid_idx on circuit using btree (cid);
create index circuit_status_idx on circuit using btree (status);
create index circuit_provider_idx on circuit using btree (provider);
create index circuit_circuit_type_idx on circuit using btree (circuit_type);
create index circuit_tenant_idx on circuit using btree (tenant);
create index circuit_circuit_termination_a_idx on circuit using btree (circuit_termination_a);
create index circuit_circuit_termination_z_idx on circuit using btree (circuit_termination_z);
create index circuit_tags_gin on circuit using gin (tags);
create unique index circuit_provider_cid_key on circuit using btree (provider, cid);

create index circuittermination_cable_idx on circuittermination using btree (cable);
create index circuittermination_circuit_idx on circuittermination using btree (circuit);
create index circuittermination_location_idx on circuittermination using btree (location);
create index circuittermination_provider_network_idx on circuittermination using btree (provider_network);
create unique index circuittermination_circuit_term_side_key on circuittermination using btree (circuit, term_side);

alter table circuit
  add constraint circuit_provider_fkey foreign key (provider) references provider (id) deferrable initially deferred,
  add constraint circuit_circuit_type_fkey foreign key (circuit_type) references circuittype (id) deferrable initially deferred,
  add constraint circuit_circuit_termination_a_fkey foreign key (circuit_termination_a) references circuittermination (id) deferrable initially deferred,
  add constraint circuit_circuit_termination_z_fkey foreign key (circuit_termination_z) references circuittermination (id) deferrable initially deferred;

alter table circuittermination
  add constraint circuittermination_circuit_fkey foreign key (circuit) references circuit (id) deferrable initially deferred,
  add constraint circuittermination_provider_network_fkey foreign key (provider_network) references providernetwork (id) deferrable initially deferred;
select keep_tally('circuit');
select keep_tally('circuittermination');
