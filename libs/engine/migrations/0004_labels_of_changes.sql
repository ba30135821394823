-- replaces: 0004_labels_of_changes.sql, 0005_labels_of_changes.sql
-- The changed model, beside the record: who follows few models need not look into each record.
alter table outbox add column label text collate "C";
update outbox set label = record->>'label';
alter table outbox alter column label set not null;
