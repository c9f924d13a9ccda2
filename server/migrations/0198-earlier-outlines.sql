-- What regenerations before the last one replaced, with what `outline_history` keeps of that ten of a recording. Those of
-- several people are undone one by one.
create table earlier_outlines (
  video_id uuid not null references videos (id) on delete cascade,
  regenerated_at timestamptz not null,
  kind text not null check (kind in ('chapters', 'summary', 'redrawn', 'titled')),
  restored boolean not null,
  outline jsonb not null constraint earlier_outlines_outline_longest check (pg_column_size(outline) <= 8000000),
  primary key (video_id, regenerated_at)
);
