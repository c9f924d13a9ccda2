-- Domains whose people join a workspace. Whoever claims one without proof keeps nobody from proving it: `verified_at` is when the
-- proof was last seen, for one workspace at a time; `lost_at` when it was found gone.
create table workspace_domains (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  domain text not null constraint workspace_domains_domain_longest check (octet_length(domain) <= 4000),
  proof text not null constraint workspace_domains_proof_longest check (octet_length(proof) <= 4000),
  default_role text not null check (default_role in ('editor', 'viewer')),
  verified_at timestamptz,
  lost_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null,
  unique (workspace_id, domain)
);
create unique index workspace_domains_verified on workspace_domains (domain) where verified_at is not null;
create index workspace_domains_checked_at on workspace_domains (checked_at) where verified_at is not null;
