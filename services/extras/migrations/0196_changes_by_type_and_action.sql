-- What changed of one type, and what was deleted, were looked for in the whole change log.
-- allowed: reads go on, and what is entered into the log meanwhile waits in the outboxes of its services
create index objectchange_changed_object_type_time_idx on objectchange using btree (changed_object_type, time);
-- allowed: as above
create index objectchange_action_time_idx on objectchange using btree (action, time);
