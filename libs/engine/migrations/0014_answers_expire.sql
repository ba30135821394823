-- replaces: 0170_answers_expire.sql
-- Every write is kept with its answer now, so that it can be asked after; those that named no key go sooner.
alter table idempotency add column expires timestamp with time zone not null default (now() + interval '24 hours');
update idempotency set expires = time + interval '24 hours';
drop index idempotency_time_idx;
create index idempotency_expires_idx on idempotency using btree (expires);
