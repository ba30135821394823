-- replaces: 0070_relationships.sql
create table known_relationship (
  id uuid not null,
  definition jsonb not null,
  constraint known_relationship_pkey primary key (id)
);

create table shared_write (
  operation uuid not null,
  time timestamp with time zone not null,
  constraint shared_write_pkey primary key (operation)
);

create table shared_write_undo (
  operation uuid not null,
  time timestamp with time zone not null,
  app text not null,
  undo jsonb not null,
  constraint shared_write_undo_pkey primary key (operation)
);
