-- How a member's names and jargon are written, and what recognisers write instead. One that was removed can be brought
-- back for a while (`features/glossary/sweep.ts`).
create table glossary_terms (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  term text not null,
  wrong text[] not null default '{}',
  created_at timestamptz not null default now(),
  removed_at timestamptz
);
create index glossary_terms_user on glossary_terms (user_id);
create index glossary_terms_removed on glossary_terms (removed_at) where removed_at is not null;

-- Words that a person put in the place of others, by the line they stand in: those that recur are offered as terms. They
-- are what differs between the line and what was heard there, so that a correction that is taken back is none.
create table corrections (
  user_id uuid not null references users (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  start_s double precision not null,
  -- Folded, as they are compared.
  key text not null,
  wrong text not null,
  term text not null,
  made_at timestamptz not null default now(),
  primary key (video_id, start_s, key)
);
create index corrections_user on corrections (user_id, key);

-- Offers that a member does not want to see again.
create table dismissed_offers (
  user_id uuid not null references users (id) on delete cascade,
  key text not null,
  term text not null,
  primary key (user_id, key, term)
);

-- A look through a library for words that the glossary writes otherwise, what became of it, and how far it is. `step`
-- counts the jobs that work on it, each of which does a bounded part.
create table rewrites (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  state text not null default 'looking'
    check (state in ('looking', 'ready', 'applying', 'applied', 'undoing', 'undone')),
  -- The rules it looks for, as they were then.
  rules jsonb not null,
  -- The recordings it looks through, as soon as they are known, and how many of them are done.
  videos uuid[],
  looked int not null default 0,
  -- There are more places than one look shows.
  cut_off boolean not null default false,
  step int not null default 0,
  -- Why it does not go on.
  problem text,
  created_at timestamptz not null default now()
);
create index rewrites_user on rewrites (user_id, created_at);

create table rewrite_places (
  rewrite_id uuid not null references rewrites (id) on delete cascade,
  at int not null,
  video_id uuid not null references videos (id) on delete cascade,
  field text not null check (field in ('title', 'description', 'summary', 'chapter_title', 'chapter_summary', 'line')),
  -- The number of the line, or the chapter.
  n int,
  chapter_id uuid,
  start_s double precision not null,
  before text not null,
  after text not null,
  wanted boolean not null default true,
  state text not null default 'found' check (state in ('found', 'changed', 'passed', 'undone', 'kept')),
  primary key (rewrite_id, at)
);
create index rewrite_places_video on rewrite_places (video_id);
