-- How far the last export and the last import of each member have got: their page shows it after a reload, and after a
-- restart of the server as well.
create table exports (
  user_id uuid primary key references users (id) on delete cascade,
  -- Tells the export that is being written from a later one.
  run uuid not null,
  recordings boolean not null,
  state text not null check (state in ('waiting', 'running', 'done', 'stopped')),
  sent bigint not null default 0,
  total bigint not null default 0,
  -- While it runs it is touched all the time: one that is not was cut off with its process.
  touched_at timestamptz not null
);

create table imports (
  user_id uuid primary key references users (id) on delete cascade,
  -- Names the file that came.
  id uuid not null unique,
  state text not null check (state in ('receiving', 'waiting', 'running', 'done', 'failed')),
  -- Of the videos in the archive those that are in the account: a job that is run again goes on after them.
  imported integer not null default 0,
  videos integer not null default 0,
  problem text,
  touched_at timestamptz not null
);
