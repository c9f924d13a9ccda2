-- What a machine wrote of a recording and a person has read: a digest of each text, so that other words are unread again.
create table if not exists outline_reviews (
  video_id uuid primary key references videos on delete cascade,
  reviewed_at timestamptz not null,
  texts text[] not null constraint outline_reviews_texts_longest check (pg_column_size(texts) <= 40000)
);
-- Where a portal says that texts are by a machine.
alter table portals add column if not exists ai_line text not null default 'texts'
  constraint portals_ai_line check (ai_line in ('texts', 'foot', 'off'));
