-- An entry has no room for a place in a tree of twenty levels and more: what is deeper than five is put in order as it is read.
drop index location_default_order;
-- allowed: reads go on, and some thousands of rows are looked at in a second
create index location_default_order on location using btree ((tree_order[1:10]));
drop index locationtype_default_order;
-- allowed: as above
create index locationtype_default_order on locationtype using btree ((tree_order[1:10]));
drop index rackgroup_default_order;
-- allowed: as above
create index rackgroup_default_order on rackgroup using btree ((tree_order[1:10]));
drop index inventoryitem_default_order;
-- allowed: as above
create index inventoryitem_default_order on inventoryitem using btree ((tree_order[1:10]));
