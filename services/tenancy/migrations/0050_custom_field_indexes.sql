-- replaces: 0050_custom_fields.sql
create index tenantgroup_custom_fields_gin on tenantgroup using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index tenant_custom_fields_gin on tenant using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
