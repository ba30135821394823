-- An entry has no room for a place in a tree of twenty levels and more: what is deeper than five is put in order as it is read.
drop index tenantgroup_default_order;
-- allowed: whoever reads waits as well, for the second in which some ten thousands of rows are looked at
create index tenantgroup_default_order on tenantgroup using btree ((tree_order[1:10]));
