-- False as long as no address can be assigned: of what is there already nobody knows.
alter table interface add column may_have_addresses boolean not null default true;
