-- Who speaks in a recording, found by listening to it (`ports/speech/speakers`). The parts are a journal of the work, with
-- what voices sound like in them: they go when it is done. The turns stay, and name whoever speaks in another transcript.
create table speaker_parts (
  video_id uuid not null references videos (id) on delete cascade,
  n integer not null,
  identity text not null,
  speakers jsonb not null,
  primary key (video_id, n)
);
create table speaker_turns (
  video_id uuid primary key references videos (id) on delete cascade,
  identity text not null,
  turns jsonb not null
);

-- What a voice sounds like that a member has named, in one recording; only of members who have turned that on. It is
-- biometric data: it goes with the recording, with the account, and when the member says so.
alter table users add column keeps_voices boolean not null default false;
create table voices (
  user_id uuid not null references users (id) on delete cascade,
  video_id uuid not null references videos (id) on delete cascade,
  name text not null,
  identity text not null,
  voice jsonb not null,
  kept_at timestamptz not null default now(),
  primary key (video_id, name)
);
create index voices_member on voices (user_id, name);

-- Speakers whose names come from a voice that was known, and from no person.
alter table videos add column recognised_speakers jsonb not null default '[]';
