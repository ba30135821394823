-- An entry has no room for a place in a tree of twenty levels and more: what is deeper than five is put in order as it is read.
-- A table a file: whoever holds one of them alone waits for no other.
drop index inventoryitem_default_order;
-- allowed: whoever reads waits as well, for the second in which some ten thousands of rows are looked at
create index inventoryitem_default_order on inventoryitem using btree ((tree_order[1:10]));
