-- The audit log is append-only: rows are never changed or removed. One thing is let through, because a person has the
-- right to it: emptying the detail of entries about somebody who is forgotten, said so in the same transaction.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE'
    and current_setting('lectern.forgetting', true) = 'on'
    and new.detail = '{}'
    and (new.id, new.administrator, new.action, new.object_kind, new.object_id, new.created_at)
      is not distinct from (old.id, old.administrator, old.action, old.object_kind, old.object_id, old.created_at)
  then
    return new;
  end if;
  raise exception 'The rows of % are never changed.', tg_table_name;
end $$;
create trigger audit_log_append_only before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_never_emptied before truncate on audit_log
  for each statement execute function refuse_change();
