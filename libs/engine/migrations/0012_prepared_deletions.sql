-- replaces: 0140_prepared_deletions.sql
-- What has been asked of this service for deletions elsewhere, by whom, and in whose name it will be carried out.
create table prepared_deletion (
  operation uuid not null,
  asker text not null,
  author jsonb not null,
  to_delete jsonb not null,
  primary key (operation, asker)
);
