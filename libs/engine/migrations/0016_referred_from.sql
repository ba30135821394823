-- Which services have ever been about to refer to an object: only these are asked when it is deleted.
create table referred_from (
  label text not null,
  object_id text not null,
  app text not null,
  primary key (label, object_id, app)
);
-- From when on that is known of every new object. Where tables have been in use, processes of an earlier version may be at work
-- for a while, which write none of it down.
create table referred_from_since (
  since timestamptz primary key
);
insert into referred_from_since (since)
select case when min(applied_at) < now() - interval '10 minutes' then now() + interval '1 day' else now() end from schema_migrations;
