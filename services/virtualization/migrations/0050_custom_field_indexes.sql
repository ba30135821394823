-- replaces: 0050_custom_fields.sql
create index clustertype_custom_fields_gin on clustertype using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index clustergroup_custom_fields_gin on clustergroup using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index cluster_custom_fields_gin on cluster using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
