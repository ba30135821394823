alter table circuittermination add column tags uuid[] not null default '{}';
alter table circuittermination alter column tags drop default;

create index circuittermination_tags_gin on circuittermination using gin (tags);
