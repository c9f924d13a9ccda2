-- Every call asks for its session, person and workspace. PostgreSQL keeps how it finds them for a function, with PgBouncer too;
-- of a query it took ten times as long to plan as to run. Indexes, since the first plan may be of empty tables.

-- The active workspace that a call means: the recording's, else the wanted one, else the last used, else the personal one.
create function chosen_workspace(person uuid, recording uuid, wanted uuid)
returns table (
  workspace_id uuid, role text, role_source text, member_used timestamptz, has_several boolean, is_of_recording boolean
) language plpgsql stable set enable_seqscan = off as $$
declare
  of_recording uuid := case when recording is not null then coalesce(
    (select videos.workspace_id from videos where videos.id = recording),
    (select uploads.workspace_id from uploads where uploads.id = recording)) end;
begin
  return query select member.workspace_id, member.role, member.role_source, member.last_used_at, count(*) over () > 1,
    coalesce(member.workspace_id = of_recording, false)
  from workspace_members as member
  where member.user_id = person and exists (
    select from workspace_members as owner join users on users.id = owner.user_id
    where owner.workspace_id = member.workspace_id and owner.role = 'owner' and users.is_active)
  order by coalesce(member.workspace_id = of_recording, false) desc, coalesce(member.workspace_id = wanted, false) desc,
    member.last_used_at desc nulls last, member.workspace_id = member.user_id desc
  limit 1;
end $$;

-- A member's live session; none of a deactivated one.
create function open_session(hash bytea, at timestamptz, recording uuid, wanted uuid)
returns table (
  session_began timestamptz, session_used timestamptz, session_identity uuid,
  user_id uuid, email text, firstname text, lastname text,
  workspace_id uuid, role text, role_source text, member_used timestamptz, has_several boolean, is_of_recording boolean
) language plpgsql stable set enable_seqscan = off as $$
begin
  return query select sessions.created_at, sessions.last_used_at, sessions.identity_id,
    users.id, users.email, users.firstname, users.lastname, chosen.*
  from sessions join users on users.id = sessions.user_id
  cross join lateral chosen_workspace(users.id, recording, wanted) as chosen
  where sessions.token_hash = hash and sessions.expires_at > at and users.is_active;
end $$;
