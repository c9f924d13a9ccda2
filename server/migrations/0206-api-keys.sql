-- Keys by which programs call: each acts for a person in a workspace, and ends with their place in it.
create table api_keys (
  id uuid primary key default gen_random_uuid(),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null,
  kind text not null check (kind in ('person', 'workspace')),
  name text not null constraint api_keys_name_longest check (octet_length(name) <= 4000),
  -- The beginning of the key, by which people know it.
  prefix text not null constraint api_keys_prefix_longest check (octet_length(prefix) <= 4000),
  key_hash bytea not null unique constraint api_keys_key_hash_longest check (octet_length(key_hash) <= 4000),
  scopes text[] not null constraint api_keys_scopes_longest check (pg_column_size(scopes) <= 4000),
  created_at timestamptz not null,
  expires_at timestamptz,
  -- To the minute.
  last_used_at timestamptz,
  foreign key (workspace_id, user_id) references workspace_members (workspace_id, user_id) on delete cascade
);
create index api_keys_by_member on api_keys (workspace_id, user_id);
