-- Chapters that an assistant proposes for a recording, until a person lets it write them or a day is over.
create table chapter_proposals (
  id uuid primary key default gen_random_uuid(),
  video_id uuid not null references videos (id) on delete cascade,
  created_by uuid not null references users (id) on delete cascade,
  version text not null constraint chapter_proposals_version_longest check (octet_length(version) <= 4000),
  chapters jsonb not null constraint chapter_proposals_chapters_longest check (pg_column_size(chapters) <= 8000000),
  created_at timestamptz not null
);
create index chapter_proposals_video on chapter_proposals (video_id);
create index chapter_proposals_by on chapter_proposals (created_by);
create index chapter_proposals_age on chapter_proposals (created_at);
