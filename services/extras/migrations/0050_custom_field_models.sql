-- replaces: 0050_custom_fields.sql
create table customfield (
  id uuid not null,
  content_types text[] collate "C" not null,
  type text collate "C" not null,
  filter_logic text collate "C" not null,
  label text collate "C" not null,
  grouping text collate "C" not null,
  key text collate "C" not null,
  description text collate "C" not null,
  required boolean not null,
  "default" jsonb,
  weight integer not null,
  validation_minimum bigint,
  validation_maximum bigint,
  validation_regex text collate "C" not null,
  advanced_ui boolean not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  constraint customfield_pkey primary key (id)
);

create table customfieldchoice (
  id uuid not null,
  value text collate "C" not null,
  weight integer not null,
  custom_field uuid not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  constraint customfieldchoice_pkey primary key (id)
);

create index customfield_content_types_gin on customfield using gin (content_types);
create unique index customfield_key_key on customfield using btree (key);
create index customfield_default_order on customfield using btree (weight, label, id);

create index customfieldchoice_custom_field_idx on customfieldchoice using btree (custom_field);
create unique index customfieldchoice_custom_field_value_key on customfieldchoice using btree (custom_field, value);

create index status_custom_fields_gin on status using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index role_custom_fields_gin on role using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index tag_custom_fields_gin on tag using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

alter table customfieldchoice
  add constraint customfieldchoice_custom_field_fkey foreign key (custom_field) references customfield (id) deferrable initially deferred;
select keep_tally('customfield');
select keep_tally('customfieldchoice');
