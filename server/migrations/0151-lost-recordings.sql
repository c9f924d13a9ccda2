-- When a recording was last looked for, and since when it is not where it is kept: null while it is. Who does not know of it
-- takes one that is lost for one that cannot be played yet.
alter table videos add column looked_at timestamptz;
alter table videos add column lost_at timestamptz;
create index videos_looked_at on videos (looked_at nulls first) where deleted_at is null;
create index videos_lost_at on videos (lost_at) where lost_at is not null;
