create table powerpanel (
  id uuid not null,
  name text collate "C" not null,
  location uuid not null,
  rack_group uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint powerpanel_pkey primary key (id)
);

create table powerfeed (
  id uuid not null,
  cable_peer_type text collate "C",
  cable_peer_id uuid,
  connected_endpoint_type text collate "C",
  connected_endpoint_id uuid,
  connected_endpoint_reachable boolean,
  type text collate "C" not null,
  supply text collate "C" not null,
  phase text collate "C" not null,
  name text collate "C" not null,
  voltage integer not null,
  amperage integer not null,
  max_utilization integer not null,
  available_power integer not null,
  comments text collate "C" not null,
  cable uuid,
  power_panel uuid not null,
  rack uuid,
  status uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint powerfeed_pkey primary key (id)
);

create index powerpanel_name_idx on powerpanel using btree (name);
create index powerpanel_location_idx on powerpanel using btree (location);
create index powerpanel_rack_group_idx on powerpanel using btree (rack_group);
create index powerpanel_tags_gin on powerpanel using gin (tags);
create unique index powerpanel_location_name_key on powerpanel using btree (location, name);

create index powerfeed_name_idx on powerfeed using btree (name);
create index powerfeed_cable_idx on powerfeed using btree (cable);
create index powerfeed_power_panel_idx on powerfeed using btree (power_panel);
create index powerfeed_rack_idx on powerfeed using btree (rack);
create index powerfeed_status_idx on powerfeed using btree (status);
create index powerfeed_tags_gin on powerfeed using gin (tags);
create unique index powerfeed_power_panel_name_key on powerfeed using btree (power_panel, name);

alter table powerpanel
  add constraint powerpanel_location_fkey foreign key (location) references location (id) deferrable initially deferred,
  add constraint powerpanel_rack_group_fkey foreign key (rack_group) references rackgroup (id) deferrable initially deferred;

alter table powerfeed
  add constraint powerfeed_power_panel_fkey foreign key (power_panel) references powerpanel (id) deferrable initially deferred,
  add constraint powerfeed_rack_fkey foreign key (rack) references rack (id) deferrable initially deferred;
select keep_tally('powerpanel');
select keep_tally('powerfeed');
