-- Writes of programs under a key that the program chose: one that is sent again gets the answer of the first.
create table api_requests (
  -- An API key, or a person: gone with the day.
  caller_id uuid not null,
  key text not null constraint api_requests_key_longest check (octet_length(key) <= 4000),
  workspace_id uuid not null references workspaces (id) on delete cascade,
  request_hash bytea not null constraint api_requests_request_hash_longest check (octet_length(request_hash) <= 4000),
  run_id uuid not null,
  answer text constraint api_requests_answer_longest check (octet_length(answer) <= 4000000),
  running_until timestamptz not null,
  created_at timestamptz not null,
  primary key (caller_id, key)
);
create index api_requests_by_workspace on api_requests (workspace_id);
create index api_requests_age on api_requests (created_at);
