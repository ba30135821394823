create table graphqlquery (
  id uuid not null,
  name text collate "C" not null,
  query text collate "C" not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  constraint graphqlquery_pkey primary key (id)
);

create unique index graphqlquery_name_key on graphqlquery using btree (name);

select keep_tally('graphqlquery');
