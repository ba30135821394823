-- An entry has no room for a place in a tree of twenty levels and more: what is deeper than three is put in order as it is read.
-- allowed: reads go on, and what writes waits for some seconds at most
create index location_upper_levels on location using btree ((tree_order[1:6]));
-- allowed: reads go on, and what writes waits for some seconds at most
create index locationtype_upper_levels on locationtype using btree ((tree_order[1:6]));
-- allowed: reads go on, and what writes waits for some seconds at most
create index rackgroup_upper_levels on rackgroup using btree ((tree_order[1:6]));
-- allowed: reads go on, and what writes waits for some seconds at most
create index inventoryitem_upper_levels on inventoryitem using btree ((tree_order[1:6]));
drop index location_default_order;
alter index location_upper_levels rename to location_default_order;
drop index locationtype_default_order;
alter index locationtype_upper_levels rename to locationtype_default_order;
drop index rackgroup_default_order;
alter index rackgroup_upper_levels rename to rackgroup_default_order;
drop index inventoryitem_default_order;
alter index inventoryitem_upper_levels rename to inventoryitem_default_order;
