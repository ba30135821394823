-- Where nearly all groups are in one, PostgreSQL takes any group to have that many, and reads the whole table for each one that goes.
alter table tenantgroup alter column parent set (n_distinct = -0.1);
analyze tenantgroup (parent);
