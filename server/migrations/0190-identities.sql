-- People as an identity provider knows them: by issuer and subject, never by an address. `tokens` is sealed; `checked_at` is when
-- the provider last spoke for them; `renewing_until` is the lease of the process that asks it again.
create table identities (
  id uuid primary key default gen_random_uuid(),
  issuer text not null constraint identities_issuer_longest check (octet_length(issuer) <= 4000),
  subject text not null constraint identities_subject_longest check (octet_length(subject) <= 4000),
  user_id uuid references users (id) on delete cascade,
  administrator_id uuid references administrators (id) on delete cascade,
  email text not null constraint identities_email_longest check (octet_length(email) <= 4000),
  tokens bytea constraint identities_tokens_longest check (octet_length(tokens) <= 400000),
  checked_at timestamptz not null,
  renewing_until timestamptz,
  created_at timestamptz not null default now(),
  check (num_nonnulls(user_id, administrator_id) = 1)
);
create unique index identities_of_users on identities (issuer, subject) where user_id is not null;
create unique index identities_of_administrators on identities (issuer, subject) where administrator_id is not null;
create index identities_user on identities (user_id);
create index identities_administrator on identities (administrator_id);

-- A session that a provider opened ends with its identity. Who never chose a password has one that nobody knows.
alter table sessions add column identity_id uuid references identities (id) on delete cascade;
create index sessions_identity on sessions (identity_id) where identity_id is not null;
alter table users add column has_password boolean not null default true;
alter table administrators add column has_password boolean not null default true;
