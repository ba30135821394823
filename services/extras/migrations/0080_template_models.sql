-- replaces: 0080_templates.sql
create table computedfield (
  id uuid not null,
  content_type text collate "C" not null,
  key text collate "C" not null,
  label text collate "C" not null,
  description text collate "C" not null,
  template text collate "C" not null,
  fallback_value text collate "C" not null,
  weight integer not null,
  advanced_ui boolean not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  constraint computedfield_pkey primary key (id)
);

create table customlink (
  id uuid not null,
  content_type text collate "C" not null,
  name text collate "C" not null,
  text text collate "C" not null,
  target_url text collate "C" not null,
  weight integer not null,
  group_name text collate "C" not null,
  button_class text collate "C" not null,
  new_window boolean not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  constraint customlink_pkey primary key (id)
);

create table exporttemplate (
  id uuid not null,
  content_type text collate "C" not null,
  owner_content_type text collate "C",
  owner_object_id uuid,
  name text collate "C" not null,
  description text collate "C" not null,
  template_code text collate "C" not null,
  mime_type text collate "C" not null,
  file_extension text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  constraint exporttemplate_pkey primary key (id)
);

create unique index computedfield_key_key on computedfield using btree (key);
create unique index computedfield_content_type_label_key on computedfield using btree (content_type, label);
create index computedfield_default_order on computedfield using btree (weight, key, id);

create unique index customlink_name_key on customlink using btree (name);
create index customlink_default_order on customlink using btree (group_name, weight, name, id);

create index exporttemplate_owner_object_id_idx on exporttemplate using btree (owner_object_id);
create unique index exporttemplate_content_type_name_key on exporttemplate using btree (content_type, name);
create index exporttemplate_default_order on exporttemplate using btree (content_type, name, id);
select keep_tally('computedfield');
select keep_tally('customlink');
select keep_tally('exporttemplate');
