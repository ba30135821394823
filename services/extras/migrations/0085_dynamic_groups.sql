create table dynamicgroup (
  id uuid not null,
  content_type text collate "C" not null,
  name text collate "C" not null,
  description text collate "C" not null,
  filter jsonb not null,
  created timestamp with time zone,
  last_updated timestamp with time zone,
  custom_fields jsonb not null,
  constraint dynamicgroup_pkey primary key (id)
);

create table dynamicgroupmembership (
  id uuid not null,
  operator text collate "C" not null,
  weight integer not null,
  "group" uuid not null,
  parent_group uuid not null,
  constraint dynamicgroupmembership_pkey primary key (id)
);

create unique index dynamicgroup_name_key on dynamicgroup using btree (name);
create index dynamicgroup_custom_fields_gin on dynamicgroup using gin (custom_fields jsonb_path_ops) where (custom_fields <> '{}'::jsonb);
create index dynamicgroup_default_order on dynamicgroup using btree (content_type, name, id);

create index dynamicgroupmembership_group_idx on dynamicgroupmembership using btree ("group");
create index dynamicgroupmembership_parent_group_idx on dynamicgroupmembership using btree (parent_group);
create unique index dynamicgroupmembership_group_parent_group_operator_weight_key on dynamicgroupmembership using btree ("group", parent_group, operator, weight);

alter table dynamicgroupmembership
  add constraint dynamicgroupmembership_group_fkey foreign key ("group") references dynamicgroup (id) deferrable initially deferred,
  add constraint dynamicgroupmembership_parent_group_fkey foreign key (parent_group) references dynamicgroup (id) deferrable initially deferred;
select keep_tally('dynamicgroup');
select keep_tally('dynamicgroupmembership');
