-- Invitations by mail, each for one address: of its link only the hash is kept. `accepted_at` and `revoked_at` close one.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  email text not null constraint invitations_email_longest check (octet_length(email) <= 4000),
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  token_hash bytea not null unique constraint invitations_token_hash_longest check (octet_length(token_hash) <= 4000),
  invited_by uuid references users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz
);
create unique index invitations_open on invitations (workspace_id, lower(email)) where accepted_at is null and revoked_at is null;
create index invitations_email on invitations (lower(email));
create index invitations_invited_by on invitations (invited_by);

-- An owner offers a workspace to another person in it. The offer goes with either of the two memberships.
create table handovers (
  workspace_id uuid primary key references workspaces (id) on delete cascade,
  from_user uuid not null,
  to_user uuid not null check (to_user <> from_user),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (workspace_id, from_user) references workspace_members (workspace_id, user_id) on delete cascade,
  foreign key (workspace_id, to_user) references workspace_members (workspace_id, user_id) on delete cascade
);

-- In a workspace with others a voice called like a person is kept and recognised with their consent alone.
alter table workspace_members add column voice_consent boolean not null default false;
