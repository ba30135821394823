-- replaces: 0050_custom_fields.sql
create index namespace_custom_fields_gin on namespace using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index vrf_custom_fields_gin on vrf using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index routetarget_custom_fields_gin on routetarget using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index rir_custom_fields_gin on rir using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index vlangroup_custom_fields_gin on vlangroup using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index vlan_custom_fields_gin on vlan using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index prefix_custom_fields_gin on prefix using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index ipaddress_custom_fields_gin on ipaddress using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index service_custom_fields_gin on service using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
