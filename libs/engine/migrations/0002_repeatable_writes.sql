-- replaces: 0002_repeatable_writes.sql, 0003_repeatable_writes.sql
create table idempotency (
  user_id uuid not null,
  key text not null,
  fingerprint text not null,
  outcome jsonb,
  time timestamp with time zone not null,
  constraint idempotency_pkey primary key (user_id, key)
);

create index idempotency_time_idx on idempotency using btree (time);
