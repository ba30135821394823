create table custom_field (
  label text collate "C" not null,
  key text collate "C" not null,
  definition jsonb,
  state text collate "C" not null,
  renamings jsonb not null default '[]'::jsonb,
  constraint custom_field_pkey primary key (label, key)
);

create index clustertype_custom_fields_gin on clustertype using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index clustergroup_custom_fields_gin on clustergroup using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index cluster_custom_fields_gin on cluster using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
