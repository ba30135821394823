drop index ipaddress_default_order;

create index ipaddress_default_order on ipaddress using btree (host, mask_length, id);
