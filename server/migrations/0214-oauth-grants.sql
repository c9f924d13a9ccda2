-- What a person lets an app do by OAuth is a key of a third kind, whose text is the access token of the moment.
alter table api_keys drop constraint api_keys_kind_check;
alter table api_keys add constraint api_keys_kind_check check (kind in ('person', 'workspace', 'app'));
-- The address by which an app says who it is.
alter table api_keys add column client_id text constraint api_keys_client_id_longest check (octet_length(client_id) <= 4000);
alter table api_keys add constraint api_keys_client_check check ((kind = 'app') = (client_id is not null));
-- Codes and refresh tokens: each gives the next access token once, and ends its grant when it comes again.
create table oauth_secrets (
  secret_hash bytea primary key constraint oauth_secrets_secret_hash_longest check (octet_length(secret_hash) <= 4000),
  key_id uuid not null references api_keys (id) on delete cascade,
  -- Of codes: the hash of the verifier (PKCE), and where the code was sent.
  challenge text constraint oauth_secrets_challenge_longest check (octet_length(challenge) <= 4000),
  redirect_uri text constraint oauth_secrets_redirect_uri_longest check (octet_length(redirect_uri) <= 4000),
  expires_at timestamptz not null,
  used_at timestamptz,
  check ((challenge is null) = (redirect_uri is null))
);
create index oauth_secrets_by_key on oauth_secrets (key_id);
