-- What the last regeneration of a video's chapters or summary replaced, so that it can be shown and brought back.
create table earlier_outlines (
  video_id uuid primary key references videos (id) on delete cascade,
  kind text not null check (kind in ('chapters', 'summary')),
  regenerated_at timestamptz not null default now(),
  -- Brought back: then the row holds what the regeneration had made.
  restored boolean not null default false,
  outline jsonb not null
);
