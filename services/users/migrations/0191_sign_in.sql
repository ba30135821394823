-- Who somebody is to a system that vouches for them, what they show beside a password, and what counts once.
create table externalidentity (
  id uuid not null,
  method text collate "C" not null,
  subject text collate "C" not null,
  "user" uuid not null,
  groups jsonb not null,
  asserted timestamp with time zone not null,
  constraint externalidentity_pkey primary key (id)
);

create table secondfactor (
  id uuid not null,
  "user" uuid not null,
  kind text collate "C" not null,
  name text collate "C" not null,
  credential text collate "C",
  secret text collate "C" not null,
  counter integer not null,
  created timestamp with time zone not null,
  used timestamp with time zone,
  constraint secondfactor_pkey primary key (id)
);

create table sign_in_once (
  key_digest text not null,
  sealed text,
  expires timestamp with time zone not null,
  constraint sign_in_once_pkey primary key (key_digest)
);

-- Sessions that are there were begun with a password.
alter table session
  add column created timestamp with time zone,
  add column seen timestamp with time zone,
  add column address text collate "C" not null default '',
  add column agent text collate "C" not null default '',
  add column method text collate "C" not null default 'local',
  add column subject text collate "C",
  add column provider_session text collate "C",
  add column id_token text collate "C";
alter table session
  alter column address drop default,
  alter column agent drop default,
  alter column method drop default;

create index externalidentity_user_idx on externalidentity using btree ("user");
create unique index externalidentity_method_subject_key on externalidentity using btree (method, subject);
create index externalidentity_default_order on externalidentity using btree (method, subject, id);

create index secondfactor_user_idx on secondfactor using btree ("user");
create unique index secondfactor_credential_key on secondfactor using btree (credential);
create index secondfactor_default_order on secondfactor using btree (created, id);

create index sign_in_once_expires on sign_in_once using btree (expires);

create index session_subject_idx on session using btree (subject);

alter table externalidentity
  add constraint externalidentity_user_fkey foreign key ("user") references "user" (id) deferrable initially deferred;

alter table secondfactor
  add constraint secondfactor_user_fkey foreign key ("user") references "user" (id) deferrable initially deferred;

select keep_tally('externalidentity');
select keep_tally('secondfactor');
