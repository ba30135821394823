-- replaces: 0113_restorations.sql
create table restoration (
  source text not null,
  rows_reached bigint not null,
  links_reached bigint not null,
  defaults jsonb not null,
  finished timestamp with time zone,
  constraint restoration_pkey primary key (source)
);
