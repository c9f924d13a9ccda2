-- Addresses that a workspace wants told of its events, and what each was told.
create table webhooks (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  url text not null constraint webhooks_url_longest check (octet_length(url) <= 40000),
  kinds text[] not null constraint webhooks_kinds_longest check (pg_column_size(kinds) <= 4000),
  secret text not null constraint webhooks_secret_longest check (octet_length(secret) <= 4000),
  old_secret text constraint webhooks_old_secret_longest check (octet_length(old_secret) <= 4000),
  old_secret_until timestamptz,
  state text not null default 'active' check (state in ('active', 'paused')),
  failing_since timestamptz,
  created_by uuid references users (id) on delete set null,
  created_at timestamptz not null
);
create index webhooks_by_workspace on webhooks (workspace_id, created_at);
create index webhooks_created_by on webhooks (created_by);
create table webhook_deliveries (
  id uuid primary key default gen_random_uuid(),
  webhook_id uuid not null references webhooks (id) on delete cascade,
  message_id text not null constraint webhook_deliveries_message_id_longest check (octet_length(message_id) <= 4000),
  kind text not null constraint webhook_deliveries_kind_longest check (octet_length(kind) <= 4000),
  body text not null constraint webhook_deliveries_body_longest check (octet_length(body) <= 400000),
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  next_at timestamptz,
  status integer,
  answer text constraint webhook_deliveries_answer_longest check (octet_length(answer) <= 40000),
  took_ms integer,
  created_at timestamptz not null,
  unique (webhook_id, message_id)
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at desc, id);
create index webhook_deliveries_age on webhook_deliveries (created_at);
