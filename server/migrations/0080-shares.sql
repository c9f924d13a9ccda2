-- Links with which a member shows a recording, or a part of it, to whoever has the link. `key` stands in the address and
-- is the permission, with the password where there is one. A part keeps its range whatever becomes of the chapters.
create table shares (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  video_id uuid not null references videos (id) on delete cascade,
  kind text not null check (kind in ('video', 'chapter', 'clip')),
  start_s double precision,
  end_s double precision,
  title text,
  password_hash text,
  shows_transcript boolean not null default true,
  ends_at timestamptz,
  revoked_at timestamptz,
  views bigint not null default 0,
  viewed_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'video') = (start_s is null) and (start_s is null) = (end_s is null) and start_s < end_s)
);
create index shares_video on shares (video_id, created_at);
