-- One-time codes of the browser that signed in: of an identity for a session, else of what an account's password is to connect.
create table sign_in_codes (
  code_hash bytea primary key constraint sign_in_codes_code_hash_longest check (octet_length(code_hash) <= 4000),
  browser_hash bytea not null constraint sign_in_codes_browser_hash_longest check (octet_length(browser_hash) <= 4000),
  identity_id uuid references identities (id) on delete cascade,
  user_id uuid references users (id) on delete cascade,
  administrator_id uuid references administrators (id) on delete cascade,
  issuer text constraint sign_in_codes_issuer_longest check (octet_length(issuer) <= 4000),
  subject text constraint sign_in_codes_subject_longest check (octet_length(subject) <= 4000),
  email text constraint sign_in_codes_email_longest check (octet_length(email) <= 4000),
  tokens bytea constraint sign_in_codes_tokens_longest check (octet_length(tokens) <= 400000),
  expires_at timestamptz not null,
  check (num_nonnulls(user_id, administrator_id) = 1),
  check (num_nonnulls(identity_id, subject) = 1)
);
create index sign_in_codes_expires_at on sign_in_codes (expires_at);
create index sign_in_codes_identity on sign_in_codes (identity_id);
create index sign_in_codes_user on sign_in_codes (user_id);
create index sign_in_codes_administrator on sign_in_codes (administrator_id);
