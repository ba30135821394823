-- replaces: 0070_relationships.sql
create table relationship (
  id uuid not null,
  source_type text collate "C" not null,
  destination_type text collate "C" not null,
  label text collate "C" not null,
  key text collate "C" not null,
  description text collate "C" not null,
  type text collate "C" not null,
  required_on text collate "C" not null,
  source_label text collate "C" not null,
  source_hidden boolean not null,
  source_filter jsonb,
  destination_label text collate "C" not null,
  destination_hidden boolean not null,
  destination_filter jsonb,
  advanced_ui boolean not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  constraint relationship_pkey primary key (id)
);

create table relationshipassociation (
  id uuid not null,
  source_type text collate "C" not null,
  destination_type text collate "C" not null,
  source_id uuid not null,
  destination_id uuid not null,
  relationship uuid not null,
  constraint relationshipassociation_pkey primary key (id)
);

create unique index relationship_label_key on relationship using btree (label);
create unique index relationship_key_key on relationship using btree (key);

create index relationshipassociation_source_id_idx on relationshipassociation using btree (source_id);
create index relationshipassociation_destination_id_idx on relationshipassociation using btree (destination_id);
create index relationshipassociation_relationship_idx on relationshipassociation using btree (relationship);
create unique index relationshipassociation_relationship_source_type_source_id_dest on relationshipassociation using btree (relationship, source_type, source_id, destination_type, destination_id);

alter table relationshipassociation
  add constraint relationshipassociation_relationship_fkey foreign key (relationship) references relationship (id) deferrable initially deferred;
select keep_tally('relationship');
select keep_tally('relationshipassociation');
