-- What happened to an account: sign-ins, refusals, changes. Kept for a while only (features/security/sweep.ts), the
-- network shorter than the rest.
create table security_events (
  id bigint generated always as identity primary key,
  kind text not null,
  user_id uuid references users (id) on delete cascade,
  administrator_id uuid references administrators (id) on delete cascade,
  -- The address of the account, also one that does not exist.
  account text not null default '',
  device text not null default '',
  network text,
  detail text not null default '',
  created_at timestamptz not null default now()
);
create index security_events_created on security_events (created_at desc, id);
create index security_events_user on security_events (user_id, id desc);
create index security_events_administrator on security_events (administrator_id, id desc);
create index security_events_account on security_events (lower(account));

-- An authenticator app (RFC 6238). The secret must be readable to check a code with it; until it is confirmed by a
-- first code it asks nobody for anything.
create table second_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid unique references users (id) on delete cascade,
  administrator_id uuid unique references administrators (id) on delete cascade,
  secret text not null,
  confirmed_at timestamptz,
  -- The time step of the last code that was taken: neither it nor an earlier one is taken again.
  last_step bigint not null default 0,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, administrator_id) = 1)
);
-- 120 random bits each, so that a fast hash is enough.
create table recovery_codes (
  factor_id uuid not null references second_factors (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (factor_id, code_hash)
);

-- Whether the password was made and printed by the first start, and must be replaced before anything else.
alter table administrators add column owes_password boolean not null default false;
-- Hash of the ADMIN_PASSWORD that was last taken over: only another one replaces what the administrator has chosen since.
alter table administrators add column setting_hash text;
