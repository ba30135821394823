-- replaces: 0003_row_tallies.sql, 0004_row_tallies.sql
create table row_tally (
  table_name text not null,
  delta bigint not null
);

create index row_tally_table_name_idx on row_tally using btree (table_name);

-- Counting a list would look at every row of it. Triggers write down what changes instead; the sum is the count.
create function tally_inserted() returns trigger language plpgsql as $$
begin
  insert into row_tally select tg_table_name, count(*) from fresh having count(*) > 0;
  return null;
end $$;

create function tally_deleted() returns trigger language plpgsql as $$
begin
  insert into row_tally select tg_table_name, -count(*) from gone having count(*) > 0;
  return null;
end $$;

create function tally_emptied() returns trigger language plpgsql as $$
begin
  delete from row_tally where table_name = tg_table_name;
  insert into row_tally values (tg_table_name, 0);
  return null;
end $$;

-- Call it once for every table of a model.
create function keep_tally(counted regclass) returns void language plpgsql as $$
declare
  counted_name text := (select relname from pg_class where oid = counted);
begin
  execute format('create trigger tally_inserted after insert on %s referencing new table as fresh for each statement execute function tally_inserted()', counted);
  execute format('create trigger tally_deleted after delete on %s referencing old table as gone for each statement execute function tally_deleted()', counted);
  execute format('create trigger tally_emptied after truncate on %s for each statement execute function tally_emptied()', counted);
  execute format('insert into row_tally select %L, count(*) from %s', counted_name, counted);
end $$;
