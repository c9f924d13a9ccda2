-- A workspace owns what an account owned; a personal one has its person's id. Programs before this go on beside those after
-- it: triggers fill the column of which one of them knows nothing, make and drop personal workspaces, and copy plans both ways.
create table workspaces (
  id uuid primary key,
  plan text not null default 'free' check (plan in ('free', 'executive', 'professional')),
  subscription_status text not null default 'inactive' check (subscription_status in ('active', 'canceled', 'inactive')),
  membership_start timestamptz,
  membership_end timestamptz,
  grace_end timestamptz,
  requested_plan text check (requested_plan = 'professional'),
  custom_prompt text constraint workspaces_custom_prompt_longest check (octet_length(custom_prompt) <= 400000),
  quote_count smallint not null default 3 check (quote_count between 1 and 3),
  base_search_prompt text constraint workspaces_base_search_prompt_longest check (octet_length(base_search_prompt) <= 400000),
  openai_prompt text constraint workspaces_openai_prompt_longest check (octet_length(openai_prompt) <= 400000),
  voice_recognition boolean not null default false,
  deletion_requested_at timestamptz,
  created_at timestamptz not null default now()
);
create index workspaces_membership_end on workspaces (membership_end, id);
create index workspaces_by_plan on workspaces (plan, id);
create table workspace_members (
  workspace_id uuid not null references workspaces (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role text not null check (role in ('owner', 'admin', 'editor', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (workspace_id, user_id)
);
create index workspace_members_user on workspace_members (user_id);

-- A backup that is read brings its workspaces along.
create function is_loading() returns boolean language sql stable as $$ select coalesce(current_setting('lectern.loading', true), '') = 'on' $$;

create function make_personal_workspace() returns trigger language plpgsql as $$
begin
  if is_loading() then return null; end if;
  insert into workspaces values (new.id, new.plan, new.subscription_status, new.membership_start, new.membership_end, new.grace_end,
    new.requested_plan, new.custom_prompt, new.quote_count, new.base_search_prompt, new.openai_prompt, new.voice_recognition,
    new.deletion_requested_at, new.created_at);
  insert into workspace_members values (new.id, new.id, 'owner', new.created_at);
  return null;
end $$;
create trigger users_workspace after insert on users for each row execute function make_personal_workspace();

create function drop_personal_workspace() returns trigger language plpgsql as $$
begin
  delete from workspaces where id = old.id and not exists (select from workspace_members where workspace_id = old.id and user_id <> old.id);
  return null;
end $$;
create trigger users_workspace_gone after delete on users for each row execute function drop_personal_workspace();

create function copy_plan() returns trigger language plpgsql as $$
begin
  -- A copy is not copied back.
  if pg_trigger_depth() > 1 then return null; end if;
  if tg_table_name = 'users' then
    update workspaces set plan = new.plan, subscription_status = new.subscription_status, membership_start = new.membership_start,
      membership_end = new.membership_end, grace_end = new.grace_end, requested_plan = new.requested_plan,
      custom_prompt = new.custom_prompt, quote_count = new.quote_count, base_search_prompt = new.base_search_prompt,
      openai_prompt = new.openai_prompt, voice_recognition = new.voice_recognition, deletion_requested_at = new.deletion_requested_at
      where id = new.id;
  else
    update users set plan = new.plan, subscription_status = new.subscription_status, membership_start = new.membership_start,
      membership_end = new.membership_end, grace_end = new.grace_end, requested_plan = new.requested_plan,
      custom_prompt = new.custom_prompt, quote_count = new.quote_count, base_search_prompt = new.base_search_prompt,
      openai_prompt = new.openai_prompt, voice_recognition = new.voice_recognition
      where id = new.id;
  end if;
  return null;
end $$;
create trigger users_plan after update of plan, subscription_status, membership_start, membership_end, grace_end, requested_plan,
  custom_prompt, quote_count, base_search_prompt, openai_prompt, voice_recognition, deletion_requested_at on users
  for each row execute function copy_plan();
create trigger workspaces_plan after update on workspaces for each row execute function copy_plan();

create function keep_an_owner() returns trigger language plpgsql as $$
begin
  if exists (select from workspaces where id = old.workspace_id and deletion_requested_at is null)
    and not exists (select from workspace_members where workspace_id = old.workspace_id and role = 'owner') then
    raise exception 'The workspace % would have no owner.', old.workspace_id using errcode = '23514', constraint = 'workspace_owner';
  end if;
  return null;
end $$;
create constraint trigger workspace_owner after update or delete on workspace_members deferrable initially deferred
  for each row execute function keep_an_owner();

insert into workspaces select id, plan, subscription_status, membership_start, membership_end, grace_end, requested_plan, custom_prompt,
  quote_count, base_search_prompt, openai_prompt, voice_recognition, deletion_requested_at, created_at from users;
insert into workspace_members select id, id, 'owner', created_at from users;

create function fill_workspace() returns trigger language plpgsql as $$
begin
  new.workspace_id := coalesce(new.workspace_id, new.user_id);
  new.user_id := coalesce(new.user_id, new.workspace_id);
  return new;
end $$;

-- Rows go with their workspace, or `kept` without it, and no more with their person.
create function give_to_workspace(owned text, kept boolean default false) returns void language plpgsql as $$
begin
  execute format('alter table %I add column workspace_id uuid', owned);
  execute format('alter table %I disable trigger user', owned);
  execute format('update %I set workspace_id = user_id', owned);
  execute format('alter table %I enable trigger user', owned);
  execute format('create trigger %I before insert on %I for each row execute function fill_workspace()', owned || '_workspace', owned);
  if owned = 'events' then return; end if;
  execute format('alter table %I add constraint %I foreign key (workspace_id) references workspaces (id) on delete %s', owned,
    owned || '_workspace_id_fkey', case when kept then 'set null' else 'cascade' end);
  if owned not in ('payments', 'portal_logos', 'portal_videos') then
    execute format('alter table %I drop constraint %I', owned, owned || '_user_id_fkey');
  end if;
  if owned not in ('payments', 'concerns') then
    execute format('alter table %I add constraint %I check (workspace_id is not null)', owned, owned || '_workspace_known');
  end if;
end $$;

-- What is unique by person stays unique by that alone: a second rule would fail where two insert at once, whichever of them one
-- names. Later programs name the rules themselves (`on constraint`), whatever their columns are.
-- A transaction for each line from here on, in which older programs wait for one table: each waits a moment, and else is tried again.
select give_to_workspace('uploads'); create index uploads_by_workspace on uploads (workspace_id, state);
select give_to_workspace('videos'); create index videos_by_workspace on videos (workspace_id, created_at desc) where deleted_at is null; create index videos_of_workspace on videos (workspace_id, deleted_at);
select give_to_workspace('token_operations'); create index token_operations_by_workspace on token_operations (workspace_id, created_at desc); create index token_operations_key_by_workspace on token_operations (workspace_id, key) where state = 'reserved' and key is not null;
select give_to_workspace('token_entries'); create index token_entries_by_workspace on token_entries (workspace_id, id);
select give_to_workspace('billing_accounts'); create index billing_accounts_by_workspace on billing_accounts (workspace_id);
select give_to_workspace('former_customers'); create index former_customers_by_workspace on former_customers (workspace_id);
select give_to_workspace('surplus_subscriptions'); create index surplus_subscriptions_by_workspace on surplus_subscriptions (workspace_id);
select give_to_workspace('customer_attempts'); create index customer_attempts_by_workspace on customer_attempts (workspace_id);
select give_to_workspace('payments', true); create index payments_by_workspace on payments (workspace_id, created_at desc);
select give_to_workspace('trial_emails'); create index trial_emails_by_workspace on trial_emails (workspace_id);
select give_to_workspace('concerns'); create index concerns_by_workspace on concerns (workspace_id);
select give_to_workspace('portals'); create index portals_by_workspace on portals (workspace_id);
select give_to_workspace('portal_logos'); create index portal_logos_by_workspace on portal_logos (workspace_id);
select give_to_workspace('portal_videos'); create index portal_videos_by_workspace on portal_videos (workspace_id, position);
select give_to_workspace('portal_counts'); create index portal_counts_by_workspace on portal_counts (workspace_id, day, kind, video_id, detail); alter table portal_counts rename constraint portal_counts_user_id_day_kind_video_id_detail_key to portal_counts_key;
select give_to_workspace('delivered_seconds'); create index delivered_seconds_by_workspace on delivered_seconds (workspace_id, day);
select give_to_workspace('exports'); create index exports_by_workspace on exports (workspace_id);
select give_to_workspace('imports'); create index imports_by_workspace on imports (workspace_id);
select give_to_workspace('glossary_terms'); create index glossary_terms_by_workspace on glossary_terms (workspace_id);
select give_to_workspace('corrections'); create index corrections_by_workspace on corrections (workspace_id, key);
select give_to_workspace('dismissed_suggestions'); create index dismissed_suggestions_by_workspace on dismissed_suggestions (workspace_id, key, term);
select give_to_workspace('rewrites'); create index rewrites_by_workspace on rewrites (workspace_id, created_at);
select give_to_workspace('voices'); create index voices_by_workspace on voices (workspace_id, name);
select give_to_workspace('events'); create index events_waiting_by_workspace on events (workspace_id, id) where waits_for <> '{}';
drop function give_to_workspace;
