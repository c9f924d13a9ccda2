-- What cost tokens, or was recorded although it cost none: one row an operation, for the histories.
create table token_operations (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  video_id uuid references videos (id) on delete set null,
  operation text not null,
  -- A job that is run again finds the reservation of its earlier attempt by this.
  key text,
  state text not null default 'reserved' check (state in ('reserved', 'settled', 'released')),
  estimate bigint not null check (estimate >= 0),
  used bigint not null default 0 check (used >= 0),
  system_prompt text not null default '',
  custom_prompt text not null default '',
  result text not null default '',
  created_at timestamptz not null default now(),
  settled_at timestamptz
);
create index token_operations_user on token_operations (user_id, created_at desc);
create index token_operations_created on token_operations (created_at desc);
create index token_operations_open on token_operations (created_at) where state = 'reserved';
create unique index token_operations_key on token_operations (user_id, key) where state = 'reserved' and key is not null;

-- The ledger: what a member has is the sum of these rows, and no row ever changes.
create table token_entries (
  id bigint generated always as identity primary key,
  user_id uuid not null references users (id) on delete cascade,
  pool text not null check (pool in ('monthly', 'purchased')),
  kind text not null check (kind in ('grant', 'expiry', 'purchase', 'adjustment', 'use', 'refund')),
  tokens bigint not null,
  operation_id uuid references token_operations (id) on delete cascade,
  -- What may be credited once only, such as a payment.
  reference text unique,
  -- Of a grant: the plan and the beginning of the period it is for.
  plan text,
  period timestamptz,
  created_at timestamptz not null default now()
);
create index token_entries_user on token_entries (user_id, id);
create index token_entries_operation on token_entries (operation_id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The rows of % are never changed.', tg_table_name;
end $$;
create trigger token_entries_append_only before update on token_entries for each row execute function refuse_change();
