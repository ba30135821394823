-- Change records as text, with columns of their own for what is looked for: PostgreSQL took records apart when they were
-- written, put them together again when they were read, and unpacked them whenever their place in an index changed. Processes
-- of an earlier version write records without these columns, and read and write the text as they did.
alter table outbox add column action text collate "C", add column object_id text collate "C";
-- allowed: processes of an earlier version find the same rows by reading them
drop index outbox_departed_idx;
-- allowed: `->>` and drivers read json as they read jsonb; the table holds the changes of a day
alter table outbox
  alter column action type text collate "C" using record->>'action',
  alter column object_id type text collate "C" using record->>'object_id',
  alter column record type json using record::json;
-- allowed: the table holds the changes of a day
create index outbox_departed_idx on outbox using btree (object_id) where action = 'delete';
-- allowed: no row is in it yet
create index outbox_undescribed_idx on outbox using btree (sequence) where action is null;
