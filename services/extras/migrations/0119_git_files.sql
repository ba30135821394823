create table gitfile (
  id uuid not null,
  repository uuid not null,
  path text collate "C" not null,
  content text collate "C" not null,
  constraint gitfile_pkey primary key (id)
);

create unique index gitfile_repository_path_key on gitfile using btree (repository, path);
create index gitfile_default_order on gitfile using btree (path, id);

alter table gitfile
  add constraint gitfile_repository_fkey foreign key (repository) references gitrepository (id) deferrable initially deferred;
select keep_tally('gitfile');
