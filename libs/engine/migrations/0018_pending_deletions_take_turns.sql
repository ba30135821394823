-- When what others have to do of a deletion is tried again: what fails again and again waits longer each time, so that it keeps
-- nothing newer from its turn. Processes of an earlier version leave it as it is.
alter table pending_deletion add column next_try timestamp with time zone not null default now();
