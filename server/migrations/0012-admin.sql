-- What administrators changed: written in the transaction of the change, never altered.
create table audit_log (
  id bigint generated always as identity primary key,
  administrator text not null,
  action text not null,
  -- A user, a report, a job: kept after the object is gone.
  object_kind text not null,
  object_id text not null,
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index audit_log_object on audit_log (object_kind, object_id);

-- A prompt of an administrator for one user, instead of the global one of the table settings.
alter table users add column openai_prompt text;

-- The tables of the back office: sorted by these, filtered by parts of these.
create index users_created on users (created_at desc, id);
create index users_membership_end on users (membership_end, id);
create index users_found on users using gin ((lower(firstname || ' ' || lastname || ' ' || email)) gin_trgm_ops);
create index videos_created on videos (created_at desc, id);
create index videos_title_found on videos using gin (lower(title) gin_trgm_ops);
create index uploads_completed on uploads (user_id) where state = 'complete';
