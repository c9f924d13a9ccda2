-- A session has an end that no use moves on (contract/src/rules/session-lifetimes.ts), an id for lists that opens
-- nothing, and the name of its device.
alter table sessions add column id uuid not null default gen_random_uuid();
alter table sessions add column device text not null default '';
create unique index sessions_id on sessions (id);
create index sessions_administrator on sessions (administrator_id) where administrator_id is not null;
update sessions set expires_at = least(expires_at,
  created_at + case when administrator_id is null then interval '90 days' else interval '12 hours' end);

-- Somebody registered and has not opened the link yet. Each registration is a row of its own, so that the link of a
-- mail confirms exactly what was typed in the form it was sent for; the first that is confirmed becomes the user.
create table registrations (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  firstname text not null,
  lastname text not null,
  password_hash text not null,
  plan text not null default 'free' check (plan in ('free', 'executive', 'professional')),
  wanted_plan text check (wanted_plan in ('professional')),
  created_at timestamptz not null default now()
);
create index registrations_email on registrations (lower(email), created_at desc);
create index registrations_created on registrations (created_at);

alter table mail_tokens alter column user_id drop not null;
alter table mail_tokens add column registration_id uuid references registrations (id) on delete cascade;
alter table mail_tokens add check (num_nonnulls(user_id, registration_id) = 1);
create index mail_tokens_registration on mail_tokens (registration_id) where registration_id is not null;
-- The address that the link of this token proves, where it is not the one the user has.
alter table mail_tokens add column email text;
alter table mail_tokens drop constraint mail_tokens_purpose_check;
alter table mail_tokens add constraint mail_tokens_purpose_check check (purpose in ('verify', 'reset', 'address'));

insert into registrations (id, email, firstname, lastname, password_hash, plan, wanted_plan, created_at)
  select id, email, firstname, lastname, password_hash, plan, wanted_plan, created_at from users where verified_at is null;
update mail_tokens set registration_id = user_id, user_id = null
  where user_id in (select id from users where verified_at is null);
-- One whom an administrator has given tokens already keeps its row; the registration that is confirmed takes it over.
delete from users where verified_at is null
  and not exists (select 1 from token_entries where token_entries.user_id = users.id)
  and not exists (select 1 from payments where payments.user_id = users.id);

-- Somebody asks to choose a new password. Whether the address has an account is looked up by a job, so that the
-- answer takes the same time for all; the job removes the row.
create table reset_requests (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  created_at timestamptz not null default now()
);

-- Browsers from which an account was signed in to: their tries are counted apart from those of strangers. Only the
-- SHA-256 of what the browser keeps.
create table known_devices (
  device_hash bytea not null,
  user_id uuid references users (id) on delete cascade,
  administrator_id uuid references administrators (id) on delete cascade,
  last_used_at timestamptz not null default now(),
  check (num_nonnulls(user_id, administrator_id) = 1),
  unique nulls not distinct (device_hash, user_id, administrator_id)
);
create index known_devices_user on known_devices (user_id);
create index known_devices_last_used_at on known_devices (last_used_at);
