-- The commit that the last sync took over: clients may write another over current_head.
alter table gitrepository add column synced_head text collate "C";
