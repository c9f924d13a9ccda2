-- Ends older programs: they look for jobs in the tables of pg-boss, which are gone.
-- Background work. Live until it has ended, once for each key of a name; kept for a week after that. `attempt` counts those
-- begun, `attempt_limit` those there may be, crashes included; `backoff` is the wait before the next but one, in seconds.
-- `served_at` is when it was last begun: its member's turn.
create table if not exists jobs (
  id uuid primary key,
  name text not null constraint jobs_name_longest check (octet_length(name) <= 4000),
  key text not null constraint jobs_key_longest check (octet_length(key) <= 4000),
  member text constraint jobs_member_longest check (octet_length(member) <= 4000),
  payload jsonb not null constraint jobs_payload_longest check (pg_column_size(payload) <= 1000000),
  state text not null default 'created'
    check (state in ('created', 'retry', 'active', 'completed', 'cancelled', 'failed')),
  attempt integer not null default 0,
  attempt_limit integer not null,
  backoff integer not null,
  longest_backoff integer not null,
  start_after timestamptz not null default now(),
  created_at timestamptz not null default now(),
  heartbeat_at timestamptz,
  served_at timestamptz,
  ended_at timestamptz,
  problem text constraint jobs_problem_longest check (octet_length(problem) <= 40000)
);
create unique index if not exists jobs_live on jobs (key, name) where ended_at is null;
create index if not exists jobs_waiting on jobs (name, created_at, start_after) where state in ('created', 'retry');
create index if not exists jobs_running on jobs (name, member) where state = 'active';
create index if not exists jobs_turns on jobs (name, member, served_at) where member is not null;
create index if not exists jobs_ended on jobs (ended_at) where ended_at is not null;

-- Those that are said to run are taken for cut off after a while, as those of a process that died.
create or replace function carry_jobs() returns void language plpgsql as $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  lock table pgboss.job in access exclusive mode;
  insert into jobs (id, name, key, member, payload, state, attempt, attempt_limit, backoff, longest_backoff,
    start_after, created_at, heartbeat_at, served_at, ended_at, problem)
  select id, name, coalesce(singleton_key, id::text), group_id, coalesce(data, '{}'), state::text,
    retry_count + case when started_on is null then 0 else 1 end, retry_limit + 1, retry_delay,
    coalesce(retry_delay_max, 300), start_after, created_on, case when state = 'active' then now() end, started_on,
    case when state > 'active' then coalesce(completed_on, now()) end, left(output->>'message', 10000)
  from pgboss.job where name not like '\_\_pgboss%' and (state <= 'active' or pg_column_size(data) <= 1000000)
  on conflict do nothing;
  drop schema pgboss cascade;
end $$;

-- A transaction for each line from here on, each harmless when it runs again.
select carry_jobs();
drop function if exists carry_jobs();
drop table if exists job_turns;
