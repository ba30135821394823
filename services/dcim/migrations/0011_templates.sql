create table consoleporttemplate (
  id uuid not null,
  type text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  device_type uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint consoleporttemplate_pkey primary key (id)
);

create table consoleserverporttemplate (
  id uuid not null,
  type text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  device_type uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint consoleserverporttemplate_pkey primary key (id)
);

create table powerporttemplate (
  id uuid not null,
  type text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  maximum_draw integer,
  allocated_draw integer,
  device_type uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint powerporttemplate_pkey primary key (id)
);

create table poweroutlettemplate (
  id uuid not null,
  type text collate "C" not null,
  feed_leg text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  device_type uuid not null,
  power_port_template uuid,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint poweroutlettemplate_pkey primary key (id)
);

create table interfacetemplate (
  id uuid not null,
  type text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  mgmt_only boolean not null,
  device_type uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint interfacetemplate_pkey primary key (id)
);

create table rearporttemplate (
  id uuid not null,
  type text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  positions integer not null,
  device_type uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint rearporttemplate_pkey primary key (id)
);

create table frontporttemplate (
  id uuid not null,
  type text collate "C" not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  rear_port_position integer not null,
  device_type uuid not null,
  rear_port_template uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint frontporttemplate_pkey primary key (id)
);

create table devicebaytemplate (
  id uuid not null,
  name text collate "C" not null,
  natural_name text collate "C",
  label text collate "C" not null,
  description text collate "C" not null,
  device_type uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint devicebaytemplate_pkey primary key (id)
);

create index consoleporttemplate_name_idx on consoleporttemplate using btree (name);
create unique index consoleporttemplate_device_type_name_key on consoleporttemplate using btree (device_type, name);

create index consoleserverporttemplate_name_idx on consoleserverporttemplate using btree (name);
create unique index consoleserverporttemplate_device_type_name_key on consoleserverporttemplate using btree (device_type, name);

create index powerporttemplate_name_idx on powerporttemplate using btree (name);
create unique index powerporttemplate_device_type_name_key on powerporttemplate using btree (device_type, name);

create index poweroutlettemplate_name_idx on poweroutlettemplate using btree (name);
create index poweroutlettemplate_power_port_template_idx on poweroutlettemplate using btree (power_port_template);
create unique index poweroutlettemplate_device_type_name_key on poweroutlettemplate using btree (device_type, name);

create index interfacetemplate_name_idx on interfacetemplate using btree (name);
create unique index interfacetemplate_device_type_name_key on interfacetemplate using btree (device_type, name);

create index rearporttemplate_name_idx on rearporttemplate using btree (name);
create unique index rearporttemplate_device_type_name_key on rearporttemplate using btree (device_type, name);

create index frontporttemplate_name_idx on frontporttemplate using btree (name);
create unique index frontporttemplate_device_type_name_key on frontporttemplate using btree (device_type, name);
create unique index frontporttemplate_rear_port_template_rear_port_position_key on frontporttemplate using btree (rear_port_template, rear_port_position);

create index devicebaytemplate_name_idx on devicebaytemplate using btree (name);
create unique index devicebaytemplate_device_type_name_key on devicebaytemplate using btree (device_type, name);

alter table consoleporttemplate
  add constraint consoleporttemplate_device_type_fkey foreign key (device_type) references devicetype (id) deferrable initially deferred;

alter table consoleserverporttemplate
  add constraint consoleserverporttemplate_device_type_fkey foreign key (device_type) references devicetype (id) deferrable initially deferred;

alter table powerporttemplate
  add constraint powerporttemplate_device_type_fkey foreign key (device_type) references devicetype (id) deferrable initially deferred;

alter table poweroutlettemplate
  add constraint poweroutlettemplate_device_type_fkey foreign key (device_type) references devicetype (id) deferrable initially deferred,
  add constraint poweroutlettemplate_power_port_template_fkey foreign key (power_port_template) references powerporttemplate (id) deferrable initially deferred;

alter table interfacetemplate
  add constraint interfacetemplate_device_type_fkey foreign key (device_type) references devicetype (id) deferrable initially deferred;

alter table rearporttemplate
  add constraint rearporttemplate_device_type_fkey foreign key (device_type) references devicetype (id) deferrable initially deferred;

alter table frontporttemplate
  add constraint frontporttemplate_device_type_fkey foreign key (device_type) references devicetype (id) deferrable initially deferred,
  add constraint frontporttemplate_rear_port_template_fkey foreign key (rear_port_template) references rearporttemplate (id) deferrable initially deferred;

alter table devicebaytemplate
  add constraint devicebaytemplate_device_type_fkey foreign key (device_type) references devicetype (id) deferrable initially deferred;
select keep_tally('consoleporttemplate');
select keep_tally('consoleserverporttemplate');
select keep_tally('powerporttemplate');
select keep_tally('poweroutlettemplate');
select keep_tally('interfacetemplate');
select keep_tally('rearporttemplate');
select keep_tally('frontporttemplate');
select keep_tally('devicebaytemplate');
