-- The embeddable portal of a professional account: one each. Its token is public (it stands in the embed code), and a
-- new one makes the old useless. Settings outlive a lapsed plan.
create table portals (
  user_id uuid primary key references users (id) on delete cascade,
  token text not null unique,
  title text not null,
  accent text not null default '#1f6f54' check (accent ~ '^#[0-9a-f]{6}$'),
  theme text not null default 'auto' check (theme in ('auto', 'light', 'dark')),
  sites text[] not null default '{}',
  show_quotes boolean not null default true,
  show_downloads boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- What the owner put in, in order. `key` names the video towards visitors: its own id and playback id stay inside.
create table portal_videos (
  key text primary key,
  user_id uuid not null references portals (user_id) on delete cascade,
  video_id uuid not null unique references videos (id) on delete cascade,
  position integer not null
);
create index portal_videos_user on portal_videos (user_id, position);

-- What visitors did, a day at a time and nobody's in particular: no address, no cookie, no id of a visitor.
-- `detail` is a chapter's id (watched), a chapter's id and the number of a quote (quote), or what was searched for.
create table portal_counts (
  user_id uuid not null references users (id) on delete cascade,
  day date not null,
  kind text not null check (kind in ('play', 'watched', 'search', 'missed', 'quote')),
  video_id uuid references videos (id) on delete cascade,
  detail text not null default '',
  count bigint not null,
  amount double precision not null default 0,
  unique nulls not distinct (user_id, day, kind, video_id, detail)
);
