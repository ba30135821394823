-- An entry has no room for a place in a tree of twenty levels and more: what is deeper than three is put in order as it is read.
-- allowed: reads go on, and what writes waits for some seconds at most
create index tenantgroup_upper_levels on tenantgroup using btree ((tree_order[1:6]));
drop index tenantgroup_default_order;
alter index tenantgroup_upper_levels rename to tenantgroup_default_order;
