-- The change log by months, so that what is out of date goes a month at a time instead of row by row. What is in it
-- already is moved. Months are those of UTC.
alter table objectchange rename to objectchange_whole;
alter table objectchange_whole rename constraint objectchange_pkey to objectchange_whole_pkey;
drop index objectchange_time_idx, objectchange_user_name_idx, objectchange_request_id_idx,
  objectchange_changed_object_id_idx, objectchange_related_object_id_idx, objectchange_user_idx;

create table objectchange (
  id uuid not null,
  action text collate "C" not null,
  changed_object_type text collate "C",
  related_object_type text collate "C",
  time timestamp with time zone not null,
  user_name text collate "C" not null,
  request_id uuid not null,
  changed_object_id uuid not null,
  change_context text collate "C" not null,
  change_context_detail text collate "C" not null,
  related_object_id uuid,
  object_repr text collate "C" not null,
  object_data jsonb not null,
  object_data_v2 jsonb,
  "user" uuid,
  constraint objectchange_pkey primary key (id, time)
) partition by range (time);

-- Where entries go whose month has no partition yet; the service moves them to one of their own.
create table objectchange_rest partition of objectchange default;

do $$
declare
  month timestamptz;
begin
  for month in
    select distinct date_trunc('month', time at time zone 'UTC') at time zone 'UTC' from objectchange_whole
    union
    select date_trunc('month', now() at time zone 'UTC' + ahead * interval '1 month') at time zone 'UTC' from generate_series(0, 2) ahead
  loop
    execute format(
      'create table %I partition of objectchange for values from (%L) to (%L)',
      'objectchange_' || to_char(month at time zone 'UTC', 'YYYY_MM'),
      month,
      (month at time zone 'UTC' + interval '1 month') at time zone 'UTC'
    );
  end loop;
end $$;

insert into objectchange
  (id, action, changed_object_type, related_object_type, time, user_name, request_id, changed_object_id, change_context,
    change_context_detail, related_object_id, object_repr, object_data, object_data_v2, "user")
select
  id, action, changed_object_type, related_object_type, time, user_name, request_id, changed_object_id, change_context,
  change_context_detail, related_object_id, object_repr, object_data, object_data_v2, "user"
from objectchange_whole;
drop table objectchange_whole;

create index objectchange_time_idx on objectchange using btree (time);
create index objectchange_user_name_idx on objectchange using btree (user_name);
create index objectchange_request_id_idx on objectchange using btree (request_id);
create index objectchange_changed_object_id_idx on objectchange using btree (changed_object_id);
create index objectchange_related_object_id_idx on objectchange using btree (related_object_id);
create index objectchange_user_idx on objectchange using btree ("user");

-- The numbers of its changes go on from where they were; the number of its rows is counted anew.
with kept as (delete from row_tally where table_name = 'objectchange' returning changes)
insert into row_tally (table_name, delta, changes) select 'objectchange', 0, coalesce(sum(changes), 0) + 1 from kept;
select keep_tally('objectchange');
