-- replaces: 0040_outbox_pruned.sql
-- Up to which position change records were removed, so that positions go on from there.
create table outbox_pruned (
  position bigint not null,
  time timestamp with time zone not null,
  constraint outbox_pruned_pkey primary key (position)
);
