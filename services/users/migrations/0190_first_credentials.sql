-- The made-up password and token of the first administrator, sealed, until each has been used once.
create table first_credential (
  kind text not null,
  user_id uuid not null,
  sealed text not null,
  constraint first_credential_pkey primary key (kind)
);
