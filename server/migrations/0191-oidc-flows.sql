-- Sign-ins on their way to the provider and back, each for one answer and the browser that began it.
create table oidc_flows (
  state_hash bytea primary key constraint oidc_flows_state_hash_longest check (octet_length(state_hash) <= 4000),
  browser_hash bytea not null constraint oidc_flows_browser_hash_longest check (octet_length(browser_hash) <= 4000),
  door text not null check (door in ('member', 'administrator')),
  nonce text not null constraint oidc_flows_nonce_longest check (octet_length(nonce) <= 4000),
  verifier text not null constraint oidc_flows_verifier_longest check (octet_length(verifier) <= 4000),
  expires_at timestamptz not null
);
create index oidc_flows_expires_at on oidc_flows (expires_at);
