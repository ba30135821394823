-- When a run has kept what it did: from then on nobody ends it.
alter table jobresult add column kept_at timestamptz;
