-- Who was told by mail that the trial ends tomorrow.
create table trial_letters (
  user_id uuid primary key references users (id) on delete cascade,
  posted_at timestamptz not null
);
