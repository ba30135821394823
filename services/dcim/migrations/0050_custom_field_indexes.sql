-- replaces: 0050_custom_fields.sql
create index locationtype_custom_fields_gin on locationtype using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index location_custom_fields_gin on location using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index rackgroup_custom_fields_gin on rackgroup using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index rack_custom_fields_gin on rack using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index rackreservation_custom_fields_gin on rackreservation using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index manufacturer_custom_fields_gin on manufacturer using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index devicetype_custom_fields_gin on devicetype using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index platform_custom_fields_gin on platform using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index deviceredundancygroup_custom_fields_gin on deviceredundancygroup using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index virtualchassis_custom_fields_gin on virtualchassis using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index consoleporttemplate_custom_fields_gin on consoleporttemplate using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index consoleserverporttemplate_custom_fields_gin on consoleserverporttemplate using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index powerporttemplate_custom_fields_gin on powerporttemplate using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index poweroutlettemplate_custom_fields_gin on poweroutlettemplate using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index interfacetemplate_custom_fields_gin on interfacetemplate using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index rearporttemplate_custom_fields_gin on rearporttemplate using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index frontporttemplate_custom_fields_gin on frontporttemplate using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index devicebaytemplate_custom_fields_gin on devicebaytemplate using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index device_custom_fields_gin on device using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index powerpanel_custom_fields_gin on powerpanel using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index powerfeed_custom_fields_gin on powerfeed using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index consoleport_custom_fields_gin on consoleport using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index consoleserverport_custom_fields_gin on consoleserverport using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index powerport_custom_fields_gin on powerport using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index poweroutlet_custom_fields_gin on poweroutlet using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index interface_custom_fields_gin on interface using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index rearport_custom_fields_gin on rearport using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index frontport_custom_fields_gin on frontport using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index devicebay_custom_fields_gin on devicebay using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index inventoryitem_custom_fields_gin on inventoryitem using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index interfaceredundancygroup_custom_fields_gin on interfaceredundancygroup using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);

create index cable_custom_fields_gin on cable using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
