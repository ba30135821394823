-- replaces: 0050_custom_fields.sql
create table custom_field (
  label text collate "C" not null,
  key text collate "C" not null,
  definition jsonb,
  state text collate "C" not null,
  renamings jsonb not null default '[]'::jsonb,
  constraint custom_field_pkey primary key (label, key)
);
