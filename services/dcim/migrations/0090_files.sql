-- Bytes of uploaded files, each once, apart from the objects that refer to them.
create table file_content (
  digest text collate "C" not null,
  content bytea not null,
  kept timestamp with time zone not null,
  constraint file_content_pkey primary key (digest)
);
