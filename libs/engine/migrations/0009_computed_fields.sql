-- replaces: 0080_computed_fields.sql, 0080_templates.sql
create table known_computed_field (
  id uuid not null,
  definition jsonb not null,
  constraint known_computed_field_pkey primary key (id)
);
