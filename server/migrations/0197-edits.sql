-- Who changed which text of a recording, and how it read before and after. Written under the lock of the recording: of one
-- recording the numbers are in the order of the changes, whatever process made them.
create table edits (
  id bigint generated always as identity primary key,
  video_id uuid not null references videos (id) on delete cascade,
  user_id uuid references users (id) on delete set null,
  field text not null check (field in ('title', 'description', 'summary', 'chapter_title', 'chapter_summary', 'chapter_quotes',
    'chapters', 'outline', 'cue', 'speaker')),
  chapter_id uuid,
  cue_start double precision,
  -- Positions of the lines of a speaker.
  cues integer[],
  before text not null constraint edits_before_longest check (octet_length(before) <= 8000000),
  after text not null constraint edits_after_longest check (octet_length(after) <= 8000000),
  at timestamptz not null
);
create index edits_video on edits (video_id, id);
create index edits_user on edits (user_id);
create index edits_at on edits (at);

alter table highlights
  add column noted_by uuid references users (id) on delete set null,
  add column noted_at timestamptz;
create index highlights_noted_by on highlights (noted_by);
alter table glossary_terms
  add column changed_by uuid references users (id) on delete set null,
  add column changed_at timestamptz;
create index glossary_terms_changed_by on glossary_terms (changed_by);
