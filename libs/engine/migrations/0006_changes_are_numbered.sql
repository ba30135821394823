-- replaces: 0041_changes_are_numbered.sql
-- How many changes each table has seen: what was counted under a number is true until the number is another.
alter table row_tally add column changes bigint not null default 1;

create function tally_changed() returns trigger language plpgsql as $$
begin
  insert into row_tally (table_name, delta) values (tg_table_name, 0);
  return null;
end $$;

create or replace function tally_inserted() returns trigger language plpgsql as $$
begin
  insert into row_tally (table_name, delta) select tg_table_name, count(*) from fresh having count(*) > 0;
  return null;
end $$;

create or replace function tally_deleted() returns trigger language plpgsql as $$
begin
  insert into row_tally (table_name, delta) select tg_table_name, -count(*) from gone having count(*) > 0;
  return null;
end $$;

create or replace function tally_emptied() returns trigger language plpgsql as $$
begin
  with emptied as (delete from row_tally where table_name = tg_table_name returning changes)
  insert into row_tally (table_name, delta, changes) select tg_table_name, 0, coalesce(sum(changes), 0) + 1 from emptied;
  return null;
end $$;

-- Call it once for every table of a model.
create or replace function keep_tally(counted regclass) returns void language plpgsql as $$
declare
  counted_name text := (select relname from pg_class where oid = counted);
begin
  execute format('create trigger tally_inserted after insert on %s referencing new table as fresh for each statement execute function tally_inserted()', counted);
  execute format('create trigger tally_deleted after delete on %s referencing old table as gone for each statement execute function tally_deleted()', counted);
  execute format('create trigger tally_changed after update on %s for each statement execute function tally_changed()', counted);
  execute format('create trigger tally_emptied after truncate on %s for each statement execute function tally_emptied()', counted);
  execute format('insert into row_tally (table_name, delta) select %L, count(*) from %s', counted_name, counted);
end $$;

do $$
declare
  counted regclass;
begin
  for counted in
    select tgrelid from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname = 'tally_inserted' and relnamespace = current_schema()::regnamespace
  loop
    execute format('create trigger tally_changed after update on %s for each statement execute function tally_changed()', counted);
  end loop;
end $$;
