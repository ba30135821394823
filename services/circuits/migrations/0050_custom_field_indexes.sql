-- replaces: 0050_custom_fields.sql
create index circuittype_custom_fields_gin on circuittype using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index provider_custom_fields_gin on provider using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index providernetwork_custom_fields_gin on providernetwork using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index circuit_custom_fields_gin on circuit using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index circuittermination_custom_fields_gin on circuittermination using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
