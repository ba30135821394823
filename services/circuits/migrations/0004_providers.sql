create table circuittype (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint circuittype_pkey primary key (id)
);

create table provider (
  id uuid not null,
  name text collate "C" not null,
  asn bigint,
  account text collate "C" not null,
  portal_url text collate "C" not null,
  noc_contact text collate "C" not null,
  admin_contact text collate "C" not null,
  comments text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint provider_pkey primary key (id)
);

create table providernetwork (
  id uuid not null,
  name text collate "C" not null,
  description text collate "C" not null,
  comments text collate "C" not null,
  provider uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  tags uuid[] not null,
  custom_fields jsonb not null,
  constraint providernetwork_pkey primary key (id)
);

create unique index circuittype_name_key on circuittype using btree (name);

create unique index provider_name_key on provider using btree (name);
create index provider_tags_gin on provider using gin (tags);

create index providernetwork_name_idx on providernetwork using btree (name);
create index providernetwork_provider_idx on providernetwork using btree (provider);
create index providernetwork_tags_gin on providernetwork using gin (tags);
create unique index providernetwork_provider_name_key on providernetwork using btree (provider, name);

alter table providernetwork
  add constraint providernetwork_provider_fkey foreign key (provider) references provider (id) deferrable initially deferred;
select keep_tally('circuittype');
select keep_tally('provider');
select keep_tally('providernetwork');
