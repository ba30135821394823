-- An entry has no room for hundreds of ports: services are put in order as they are read.
drop index service_default_order;
