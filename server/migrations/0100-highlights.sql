-- Words of a transcript that a member marked, as they were said from one second to another. A new transcript leaves them
-- as they are. One that was removed can be brought back for a while (`features/highlights/sweep.ts`).
create table highlights (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references videos (id) on delete cascade,
  start_s double precision not null,
  end_s double precision not null,
  words text not null,
  note text not null default '',
  created_at timestamptz not null default now(),
  removed_at timestamptz,
  check (start_s <= end_s)
);
create index highlights_video on highlights (video_id, start_s);
create index highlights_removed on highlights (removed_at) where removed_at is not null;
