-- Where nearly all locations are below one, PostgreSQL takes any location to have that many below it, and reads the whole table for each one that goes; so with groups of racks and parts of devices.
alter table location alter column parent set (n_distinct = -0.1);
alter table rackgroup alter column parent set (n_distinct = -0.1);
alter table inventoryitem alter column parent set (n_distinct = -0.1);
analyze location (parent);
analyze rackgroup (parent);
analyze inventoryitem (parent);
