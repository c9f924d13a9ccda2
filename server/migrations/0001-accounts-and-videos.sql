-- Runs on the embedded engine (PostgreSQL 18) and on PostgreSQL 15 and later: nothing newer than 15 here.
create extension if not exists pg_trgm;

create table settings (
  name text primary key,
  value text not null
);

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  firstname text not null,
  lastname text not null,
  password_hash text not null,
  plan text not null default 'free' check (plan in ('free', 'executive', 'professional')),
  subscription_status text not null default 'inactive' check (subscription_status in ('active', 'canceled', 'inactive')),
  membership_start timestamptz,
  membership_end timestamptz,
  verified_at timestamptz,
  is_active boolean not null default true,
  custom_prompt text,
  quote_count smallint not null default 3 check (quote_count between 1 and 3),
  base_search_prompt text,
  created_at timestamptz not null default now()
);
create unique index users_email on users (lower(email));

create table administrators (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  password_hash text not null,
  created_at timestamptz not null default now()
);
create unique index administrators_email on administrators (lower(email));

-- Tokens are random and only their SHA-256 is kept: a copy of this table opens no session.
create table sessions (
  token_hash bytea primary key,
  user_id uuid references users (id) on delete cascade,
  administrator_id uuid references administrators (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check (num_nonnulls(user_id, administrator_id) = 1)
);
create index sessions_user on sessions (user_id);

create table mail_tokens (
  token_hash bytea primary key,
  user_id uuid not null references users (id) on delete cascade,
  purpose text not null check (purpose in ('verify', 'reset')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index mail_tokens_user on mail_tokens (user_id, purpose);

create table mails (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  kind text not null,
  subject text not null,
  body_text text not null,
  body_html text not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);

-- An upload and the video it becomes share one id: the passthrough.
create table uploads (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  key text not null unique,
  title text,
  file_name text,
  size bigint,
  received bigint not null default 0,
  state text not null default 'open' check (state in ('open', 'complete', 'rejected', 'cancelled')),
  problem text,
  created_at timestamptz not null default now(),
  touched_at timestamptz not null default now()
);
create index uploads_user on uploads (user_id, state);

create table videos (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  asset_id text not null unique,
  playback_id text not null unique,
  captions_track_id text,
  file_name text,
  byte_size bigint not null default 0,
  title text not null,
  title_by_person boolean not null default false,
  description text not null default '',
  description_by_person boolean not null default false,
  summary text not null default '',
  summary_by_person boolean not null default false,
  kind text not null default 'video' check (kind in ('video', 'audio')),
  duration double precision not null default 0,
  width integer,
  height integer,
  media jsonb,
  playable boolean not null default false,
  has_thumbnail boolean not null default false,
  storyboard jsonb,
  slides double precision[],
  transcript_source text check (transcript_source in ('file', 'embedded', 'speech')),
  transcript_language text,
  outline_engine text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index videos_user on videos (user_id, created_at desc) where deleted_at is null;

create table steps (
  video_id uuid not null references videos (id) on delete cascade,
  step text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'blocked', 'skipped')),
  progress double precision not null default 0,
  note text,
  problem text,
  -- Which run may settle the step: a run that was overtaken by a new one saves nothing.
  run uuid,
  started_at timestamptz,
  finished_at timestamptz,
  primary key (video_id, step)
);

-- Caption files a person added; they wait here until the transcript step reads them.
create table caption_files (
  id uuid primary key,
  file_name text not null,
  bytes bytea not null,
  created_at timestamptz not null default now()
);

create table cues (
  video_id uuid not null references videos (id) on delete cascade,
  n integer not null,
  start_s double precision not null,
  end_s double precision not null,
  text text not null,
  speaker text,
  -- The cue and the beginning of the next one in lower case, so that a phrase said across two cues is found;
  -- null until the search step has put it into the index.
  span text,
  primary key (video_id, n)
);
create index cues_span on cues using gin (span gin_trgm_ops);

create table chapters (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references videos (id) on delete cascade,
  n integer not null,
  start_s double precision not null,
  end_s double precision not null,
  title text not null,
  summary text not null,
  quotes jsonb not null,
  search text not null default '',
  edited text[] not null default '{}',
  unique (video_id, n) deferrable initially deferred
);

create table clips (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references videos (id) on delete cascade,
  start_s double precision not null,
  end_s double precision not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  progress double precision not null default 0,
  problem text,
  created_at timestamptz not null default now(),
  unique (video_id, start_s, end_s)
);
