-- What a provider of speech recognition answered, word for word (gzip): a recording whose transcript is made again by
-- the same engine is not paid for again, and a better reader of answers can read old ones. Gone with the video.
create table speech_answers (
  video_id uuid not null references videos (id) on delete cascade,
  identity text not null,
  name text not null,
  body bytea not null,
  received_at timestamptz not null default now(),
  primary key (video_id, name)
);
