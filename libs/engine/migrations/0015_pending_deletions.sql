-- The table has the name that documents have for it.
alter table departure rename to pending_deletion;
alter table pending_deletion rename constraint departure_pkey to pending_deletion_pkey;
update pending_deletion set payload = (payload - 'doomed') || jsonb_build_object('toDelete', payload->'doomed');
