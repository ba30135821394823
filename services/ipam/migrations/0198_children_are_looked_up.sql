-- Where nearly all prefixes or addresses are in one prefix, PostgreSQL takes any prefix to have that many, and reads the whole table for each one that goes.
alter table prefix alter column parent set (n_distinct = -0.1);
alter table ipaddress alter column parent set (n_distinct = -0.1);
analyze prefix (parent);
analyze ipaddress (parent);
