-- What a clip takes and when somebody last asked for it or fetched it: of those that were cut before, the size is estimated.
-- A clip that makes room for others leaves its row at once; `clip_removals` says whose files are still to go.
alter table clips add column byte_size bigint;
alter table clips add column wanted_at timestamptz not null default now();
create index clips_wanted on clips (wanted_at);
create table clip_removals (
  clip_id uuid primary key,
  video_id uuid not null references videos (id) on delete cascade
);
create index clip_removals_video on clip_removals (video_id);
