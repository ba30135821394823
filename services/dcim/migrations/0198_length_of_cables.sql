-- 32,767 miles, the longest that a cable can be, are 52,733,374.8480 metres.
-- allowed: a version before reads and writes it as it did, and no row is looked at
alter table cable alter column length_in_metres type numeric(14, 4);
