create table custom_field (
  label text collate "C" not null,
  key text collate "C" not null,
  definition jsonb,
  state text collate "C" not null,
  renamings jsonb not null default '[]'::jsonb,
  constraint custom_field_pkey primary key (label, key)
);

create index circuittype_custom_fields_gin on circuittype using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index provider_custom_fields_gin on provider using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index providernetwork_custom_fields_gin on providernetwork using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index circuit_custom_fields_gin on circuit using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index circuittermination_custom_fields_gin on circuittermination using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
