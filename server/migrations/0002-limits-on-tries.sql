-- One row counts the tries of one kind by one account or network within a window of time.
create table tries (
  key text primary key,
  count integer not null,
  ends_at timestamptz not null
);
create index tries_ends_at on tries (ends_at);

-- For the sweep of what has run out.
create index sessions_expires_at on sessions (expires_at);
create index mail_tokens_expires_at on mail_tokens (expires_at);
