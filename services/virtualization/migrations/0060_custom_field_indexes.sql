create index virtualmachine_custom_fields_gin on virtualmachine using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index vminterface_custom_fields_gin on vminterface using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
