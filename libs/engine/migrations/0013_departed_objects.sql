-- replaces: 0150_departed_objects.sql
-- Whether an object was deleted is asked when something is to name one that is not there.
create index outbox_departed_idx on outbox using btree ((record ->> 'object_id')) where (record ->> 'action') = 'delete';
