-- What a speech engine has recognised so far of a recording: a run that was cut off goes on from here, and a job that
-- a provider does for us is found again. Gone when the transcript is saved.
create table speech_runs (
  video_id uuid primary key references videos (id) on delete cascade,
  -- Engine and model: results of another one are not used.
  identity text not null,
  job text,
  started_at timestamptz not null default now()
);

create table speech_segments (
  video_id uuid not null references speech_runs (video_id) on delete cascade,
  n integer not null,
  start_s double precision not null,
  end_s double precision not null,
  words jsonb not null,
  language text,
  primary key (video_id, n)
);

-- Stretches of a recording with sound for which the transcript has no words: shown, not hidden.
create table transcript_gaps (
  video_id uuid not null references videos (id) on delete cascade,
  start_s double precision not null,
  end_s double precision not null,
  primary key (video_id, start_s)
);
