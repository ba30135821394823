-- Attempts to sign in, by a keyed digest of who tried which account. Losing them in a crash forgives some guesses.
create unlogged table sign_in_attempt (
  key_digest text not null,
  failures double precision not null,
  started timestamp with time zone not null,
  succeeded timestamp with time zone,
  constraint sign_in_attempt_pkey primary key (key_digest)
);
create index sign_in_attempt_started on sign_in_attempt (started);
