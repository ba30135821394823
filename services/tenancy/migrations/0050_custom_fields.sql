create table custom_field (
  label text collate "C" not null,
  key text collate "C" not null,
  definition jsonb,
  state text collate "C" not null,
  renamings jsonb not null default '[]'::jsonb,
  constraint custom_field_pkey primary key (label, key)
);

create index tenantgroup_custom_fields_gin on tenantgroup using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index tenant_custom_fields_gin on tenant using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
