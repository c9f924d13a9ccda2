-- Ends programs before 0180-workspaces: what a member owned belongs to a workspace alone; the person is who did it, while there is
-- one. Programs of 0180 go on beside those after this: for them triggers make, close and drop personal workspaces, and say whose
-- an export is.
update migrations set ends_older = true where name = '0180-workspaces.sql';

alter table workspaces
  add column name text not null default '' constraint workspaces_name_longest check (octet_length(name) <= 4000),
  add column billing_by_admins boolean not null default false,
  add column viewers_ask boolean not null default true,
  add column viewers_download boolean not null default true;
alter table workspace_members add column last_used_at timestamptz;

create or replace function make_personal_workspace() returns trigger language plpgsql as $$
begin
  if is_loading() then return null; end if;
  insert into workspaces (id, created_at) values (new.id, new.created_at);
  insert into workspace_members (workspace_id, user_id, role, created_at) values (new.id, new.id, 'owner', new.created_at);
  return null;
end $$;
create function close_personal_workspace() returns trigger language plpgsql as $$
begin
  update workspaces set deletion_requested_at = new.deletion_requested_at where id = new.id
    and not exists (select from workspace_members where workspace_id = new.id and user_id <> new.id);
  return null;
end $$;

-- The person's column goes, or becomes that of the actor, emptied with their account.
create function leave_to_workspace(owned text, actor text default null) returns void language plpgsql as $$
begin
  execute format('drop trigger %I on %I', owned || '_workspace', owned);
  if owned not in ('concerns', 'payments') then
    execute format('alter table %I alter column workspace_id set not null, drop constraint if exists %I', owned, owned || '_workspace_known');
  end if;
  if actor is null then
    execute format('alter table %I drop column user_id', owned);
    return;
  end if;
  execute format('alter table %I alter column user_id drop not null', owned);
  execute format('update %I set user_id = null where not exists (select from users where users.id = user_id)', owned);
  execute format('alter table %I add constraint %I foreign key (user_id) references users (id) on delete set null', owned, owned || '_' || actor || '_fkey');
  if actor <> 'user_id' then
    execute format('alter table %I rename column user_id to %I', owned, actor);
  end if;
end $$;

-- A transaction for each line from here on, in which programs of 0180 wait for one table, or those of a portal.
select leave_to_workspace('uploads', 'created_by'); drop index uploads_user, uploads_completed; create index uploads_completed on uploads (workspace_id) where state = 'complete';
select leave_to_workspace('videos', 'created_by'); drop index videos_user, videos_owner, videos_one_sample; create unique index videos_one_sample on videos (workspace_id) where is_sample and deleted_at is null;
select leave_to_workspace('token_operations', 'user_id'); drop index token_operations_key, token_operations_key_by_workspace; create unique index token_operations_key on token_operations (workspace_id, key) where state = 'reserved' and key is not null;
select leave_to_workspace('token_entries');
select leave_to_workspace('billing_accounts'); drop index billing_accounts_by_workspace; alter table billing_accounts add primary key (workspace_id);
select leave_to_workspace('former_customers');
select leave_to_workspace('surplus_subscriptions');
select leave_to_workspace('customer_attempts'); drop index customer_attempts_by_workspace; alter table customer_attempts add primary key (workspace_id);
drop trigger payments_workspace on payments;
select leave_to_workspace('trial_emails'); drop index trial_emails_by_workspace; alter table trial_emails add primary key (workspace_id);
select leave_to_workspace('concerns');
alter table portal_logos drop constraint portal_logos_user_id_fkey, drop constraint portal_logos_workspace_id_fkey; alter table portal_videos drop constraint portal_videos_user_id_fkey, drop constraint portal_videos_workspace_id_fkey; select leave_to_workspace('portals'); select leave_to_workspace('portal_logos'); select leave_to_workspace('portal_videos'); drop index portals_by_workspace, portal_logos_by_workspace; alter table portals add primary key (workspace_id); alter table portal_logos add primary key (workspace_id), add foreign key (workspace_id) references portals (workspace_id) on delete cascade; alter table portal_videos add foreign key (workspace_id) references portals (workspace_id) on delete cascade;
select leave_to_workspace('portal_counts'); drop index portal_counts_by_workspace; alter table portal_counts add constraint portal_counts_key unique nulls not distinct (workspace_id, day, kind, video_id, detail);
select leave_to_workspace('delivered_seconds'); drop index delivered_seconds_by_workspace; alter table delivered_seconds add primary key (workspace_id, day);
drop index exports_by_workspace; alter table exports drop constraint exports_pkey, alter column workspace_id set not null, drop constraint exports_workspace_known, add primary key (workspace_id, user_id), add foreign key (user_id) references users (id) on delete cascade;
alter table imports drop constraint imports_pkey; select leave_to_workspace('imports', 'created_by'); drop index imports_by_workspace; alter table imports add primary key (workspace_id);
select leave_to_workspace('glossary_terms', 'created_by'); drop index glossary_terms_user;
select leave_to_workspace('corrections');
select leave_to_workspace('dismissed_suggestions'); drop index dismissed_suggestions_by_workspace; alter table dismissed_suggestions add primary key (workspace_id, key, term);
select leave_to_workspace('rewrites', 'created_by'); drop index rewrites_user;
select leave_to_workspace('voices', 'named_by'); drop index voices_member;
select leave_to_workspace('events');
alter table highlights add column created_by uuid references users (id) on delete set null;
alter table shares add column created_by uuid references users (id) on delete set null;
alter table clips add column created_by uuid references users (id) on delete set null;
drop trigger users_plan on users; drop trigger workspaces_plan on workspaces; drop function copy_plan; create trigger users_closing after update of deletion_requested_at on users for each row execute function close_personal_workspace(); alter table users drop column plan, drop column subscription_status, drop column membership_start, drop column membership_end, drop column grace_end, drop column requested_plan, drop column custom_prompt, drop column quote_count, drop column base_search_prompt, drop column openai_prompt, drop column voice_recognition;
drop function leave_to_workspace;
