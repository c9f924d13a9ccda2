-- Videos that are to move between this server's storage and a media provider, one row each. `done` stands for as long as
-- the place a video has left still plays for pages that were open then; what lies there goes when the row does.
create table moves (
  video_id uuid primary key references videos (id) on delete cascade,
  target text not null check (target in ('mux', 'local')),
  state text not null default 'waiting' check (state in ('waiting', 'begun', 'done', 'failed')),
  problem text,
  asked_at timestamptz not null default now(),
  settled_at timestamptz
);
