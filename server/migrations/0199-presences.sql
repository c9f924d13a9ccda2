-- Who has the page of a recording open; kept for a minute after they were last heard of.
create table presences (
  video_id uuid not null references videos (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (video_id, user_id)
);
create index presences_user on presences (user_id);
create index presences_seen_at on presences (seen_at);
