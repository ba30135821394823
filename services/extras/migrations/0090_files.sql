-- Bytes of uploaded files, each once, apart from the objects that refer to them.
create table file_content (
  digest text collate "C" not null,
  content bytea not null,
  kept timestamp with time zone not null,
  constraint file_content_pkey primary key (digest)
);

create table imageattachment (
  id uuid not null,
  content_type text collate "C" not null,
  object_id uuid not null,
  image text collate "C" not null,
  image_height integer not null,
  image_width integer not null,
  name text collate "C" not null,
  created timestamp with time zone not null,
  constraint imageattachment_pkey primary key (id)
);

create table fileproxy (
  id uuid not null,
  name text collate "C" not null,
  file text collate "C" not null,
  uploaded_at timestamp with time zone not null,
  job_result uuid,
  constraint fileproxy_pkey primary key (id)
);

create index imageattachment_object_id_idx on imageattachment using btree (object_id);
create index imageattachment_name_idx on imageattachment using btree (name);
create index imageattachment_default_order on imageattachment using btree (name, id);

create index fileproxy_job_result_idx on fileproxy using btree (job_result);
create index fileproxy_default_order on fileproxy using btree (name, id);
select keep_tally('imageattachment');
select keep_tally('fileproxy');
