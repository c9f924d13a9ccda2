-- What people did in a workspace. Rows outlive whom and what they name, are never changed, and go when they are old. Said so in
-- the same transaction, two things are let through: removing old ones, and emptying what tells of somebody who is forgotten.
create table workspace_log (
  id bigint generated always as identity primary key,
  workspace_id uuid not null,
  user_id uuid,
  -- The person's name and address then.
  actor text not null constraint workspace_log_actor_longest check (octet_length(actor) <= 40000),
  via text not null check (via in ('session', 'key', 'provider', 'administrator')),
  action text not null constraint workspace_log_action_longest check (octet_length(action) <= 4000),
  object_kind text not null constraint workspace_log_object_kind_longest check (octet_length(object_kind) <= 4000),
  object_id text not null constraint workspace_log_object_id_longest check (octet_length(object_id) <= 4000),
  detail jsonb not null constraint workspace_log_detail_longest check (pg_column_size(detail) <= 400000),
  network text constraint workspace_log_network_longest check (octet_length(network) <= 4000),
  created_at timestamptz not null
);
create index workspace_log_workspace on workspace_log (workspace_id, id);
create index workspace_log_user on workspace_log (user_id);
create index workspace_log_object on workspace_log (object_id);
create index workspace_log_created_at on workspace_log (created_at);

create function refuse_log_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('lectern.expiring', true) = 'on' then return old; end if;
  if tg_op = 'UPDATE'
    and current_setting('lectern.forgetting', true) = 'on'
    and new.actor in ('', old.actor) and new.detail in ('{}', old.detail) and (new.network is null or new.network = old.network)
    and (new.id, new.workspace_id, new.user_id, new.via, new.action, new.object_kind, new.object_id, new.created_at)
      is not distinct from
      (old.id, old.workspace_id, old.user_id, old.via, old.action, old.object_kind, old.object_id, old.created_at)
  then
    return new;
  end if;
  raise exception 'The rows of % are never changed.', tg_table_name;
end $$;
create trigger workspace_log_append_only before update or delete on workspace_log
  for each row execute function refuse_log_change();
create trigger workspace_log_never_emptied before truncate on workspace_log
  for each statement execute function refuse_change();
