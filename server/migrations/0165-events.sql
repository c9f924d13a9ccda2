-- An outbox of things that happened, written in the transaction in which each did. `waits_for` names the readers that have yet to
-- handle it. No reference to the member: the event that an account was deleted outlives the account, until it is handled.
create table events (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id uuid not null,
  subject_id uuid not null,
  payload jsonb not null default '{}',
  waits_for text[] not null default '{}',
  created_at timestamptz not null default now()
);
create index events_waiting on events (user_id, id) where waits_for <> '{}';
select bound_columns('events', '{"kind": 4000, "payload": 400000, "waits_for": 4000}');
select told from cut_to_bounds('events');
