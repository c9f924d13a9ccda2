-- What people write through the feedback form, and what an administrator answers.
create table reports (
  id uuid primary key default gen_random_uuid(),
  -- Who wrote it, if they were signed in; the report outlives the account.
  user_id uuid references users (id) on delete set null,
  report_type text not null,
  subject text not null,
  message text not null default '',
  email text not null,
  response text not null default '',
  created_at timestamptz not null default now()
);
create index reports_created_at on reports (created_at desc);
