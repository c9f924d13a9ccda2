-- No text, list, JSON or bytes without a length: src/platform/database/longest-columns.ts says how long each may be, and
-- longest-columns.test.ts that the rules here are those. decisions/0094 says what becomes of longer ones.
-- These functions stay: later migrations give new columns their rules by them.
create or replace function within_bytes(value text, most integer) returns text language plpgsql immutable as $$
declare
  bytes bytea := convert_to(value, 'UTF8');
  n integer := most;
begin
  if octet_length(bytes) <= most then return value; end if;
  -- Not in the middle of a letter.
  while n > 0 and get_byte(bytes, n) & 192 = 128 loop n := n - 1; end loop;
  return convert_from(substring(bytes for n), 'UTF8');
end $$;
-- Gives columns of a table the rules that they lack, for what is written from then on: no row is looked at.
create or replace function bound_columns(of_table regclass, lengths jsonb) returns void language plpgsql as $$
declare
  each record;
begin
  for each in
    select a.attname as name, format('%s_%s_longest', c.relname, a.attname) as rule, lengths ->> a.attname as bytes,
      case when a.atttypid in ('text'::regtype, 'bytea'::regtype) then 'octet_length' else 'pg_column_size' end as size
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
    where c.oid = of_table and lengths ? a.attname
      and not exists (
        select from pg_constraint k where k.conrelid = c.oid and k.conname = format('%s_%s_longest', c.relname, a.attname))
    order by a.attnum
  loop
    execute format('alter table %s add constraint %I check (%s(%I) <= %s) not valid',
      of_table, each.rule, each.size, each.name, each.bytes);
  end loop;
end $$;
-- Cuts what is longer than these rules let stand, tells how much of which column, and has the rules hold for every row.
-- A text keeps its beginning; of anything else nothing is kept, and no row where there must be something.
create or replace function cut_to_bounds(of_table regclass) returns table (told text) language plpgsql as $$
declare
  each record;
  counts bigint[];
  names text[] := '{}';
  counting text[] := '{}';
  setting text[] := '{}';
  long text[] := '{}';
  ending text[] := '{}';
  validating text[] := '{}';
begin
  for each in
    select b.*, case
      -- What a list takes as it stands in the row is packed; unpacked, as it is written, it has three hundred times of that at most.
      when size = 'pg_column_size' then format('%s(%I) > %s / 300 and %s(%I::text::%s) > %s', size, name, bytes, size, name, type, bytes)
      else format('%s(%I) > %s', size, name, bytes) end as is_long
    from (
      select a.attname as name, k.conname as rule, format_type(a.atttypid, null) as type,
        substring(pg_get_constraintdef(k.oid) from 'octet_length|pg_column_size') as size,
        substring(pg_get_constraintdef(k.oid) from '<= (\d+)') as bytes,
        case when not a.attnotnull then 'null' else pg_get_expr(d.adbin, d.adrelid) end as nothing
      from pg_constraint k
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where k.conrelid = of_table and not k.convalidated and k.conname like '%\_longest'
      order by a.attnum) b
  loop
    names := names || each.name::text;
    counting := counting || format('count(*) filter (where %s)', each.is_long);
    validating := validating || format('validate constraint %I', each.rule);
    if each.type <> 'text' and each.nothing is null then
      ending := ending || each.is_long;
    else
      long := long || each.is_long;
      setting := setting || format('%1$I = case when %2$s then %3$s else %1$I end', each.name, each.is_long,
        case when each.type = 'text' then format('within_bytes(%I, %s)', each.name, each.bytes) else each.nothing end);
    end if;
  end loop;
  if names = '{}' then return; end if;
  execute format('select array[%s] from %s', array_to_string(counting, ', '), of_table) into counts;
  if 0 < any (counts) then
    -- Also of tables whose rows are never changed otherwise.
    execute format('alter table %s disable trigger user', of_table);
    if ending <> '{}' then
      execute format('delete from %s where %s', of_table, array_to_string(ending, ' or '));
    end if;
    if long <> '{}' then
      execute format('update %s set %s where %s', of_table, array_to_string(setting, ', '), array_to_string(long, ' or '));
    end if;
    execute format('alter table %s enable trigger user', of_table);
  end if;
  execute format('alter table %s %s', of_table, array_to_string(validating, ', '));
  return query
    select format('%s.%s: %s longer than they may be were cut.', of_table, names[n], counts[n])
    from generate_subscripts(names, 1) as n where counts[n] > 0;
end $$;
-- Quotes of which each is as long as one may be.
create or replace function quotes_within(quotes jsonb) returns jsonb language sql as $$
  select coalesce(
    jsonb_agg(
      case
        when length(quote ->> 'quote') > 2000 or length(quote ->> 'timecode') > 40 or octet_length(quote::text) > 40000
        then quote - 'original' - 'was'
          || jsonb_build_object('quote', left(quote ->> 'quote', 2000), 'timecode', left(quote ->> 'timecode', 40))
        else quote
      end order by n),
    '[]')
  from jsonb_array_elements(case jsonb_typeof(quotes) when 'array' then quotes else '[]' end) with ordinality as each (quote, n)
$$;
-- A transaction for each line from here on, which waits a moment for who uses its table, and else is tried again.
select bound_columns('administrators', '{"email": 4000, "password_hash": 4000, "setting_hash": 4000}');
select told from cut_to_bounds('administrators');
select bound_columns('audit_log', '{"administrator": 4000, "action": 4000, "object_kind": 4000, "object_id": 4000, "detail": 1000000}');
select told from cut_to_bounds('audit_log');
select bound_columns('billing_accounts', '{"customer_id": 4000, "subscription_id": 4000}');
select told from cut_to_bounds('billing_accounts');
select bound_columns('caption_files', '{"file_name": 4000, "bytes": 10485760}');
select told from cut_to_bounds('caption_files');
select bound_columns('chapter_places', '{"places": 1000000}');
select told from cut_to_bounds('chapter_places');
with cut as (update chapters set folded = null, quotes = quotes_within(quotes) where pg_column_size(quotes) > 500 and quotes_within(quotes) <> quotes returning 1) select format('chapters.quotes: %s with longer quotes than there are were cut.', count(*)) as told from cut having count(*) > 0;
with long as (select video_id, greatest(0, 950000 - sum(length(title) + length(summary) + length(quotes::text))) / count(*) as share from chapters group by video_id having sum(length(title) + length(summary) + length(quotes::text) + length(search)) > 1000000), cut as (update chapters set search = left(search, share::int) from long where chapters.video_id = long.video_id and length(search) > share returning 1) select format('chapters.search: %s of videos whose chapters together are longer than they may be were cut.', count(*)) as told from cut having count(*) > 0;
with long as (select video_id, 300000 / count(*) as share from chapters group by video_id having sum(length(title) + length(summary) + length(quotes::text) + length(search)) > 1000000), cut as (update chapters set folded = null, search = '', summary = left(summary, share::int), quotes = case when length(quotes::text) > share then coalesce((select jsonb_agg(quote order by n) from jsonb_array_elements(quotes) with ordinality as each (quote, n) where not quote ? 'cues'), '[]') else quotes end from long where chapters.video_id = long.video_id returning 1) select format('chapters: %s of videos whose chapters together are longer than they may be were cut.', count(*)) as told from cut having count(*) > 0;
select bound_columns('chapters', '{"title": 1200, "summary": 40000, "quotes": 1000000, "search": 200000, "edited": 4000, "folded": 8000000}');
select told from cut_to_bounds('chapters');
select bound_columns('clips', '{"problem": 40000}');
select told from cut_to_bounds('clips');
select bound_columns('corrections', '{"key": 4000, "wrong": 40000, "term": 40000}');
select told from cut_to_bounds('corrections');
select bound_columns('cues', '{"text": 40000, "speaker": 4000, "span": 363000, "heard_text": 40000, "heard_speaker": 4000}');
select told from cut_to_bounds('cues');
select bound_columns('dismissed_offers', '{"key": 4000, "term": 40000}');
select told from cut_to_bounds('dismissed_offers');
select bound_columns('earlier_outlines', '{"outline": 8000000}');
select told from cut_to_bounds('earlier_outlines');
select bound_columns('glossary_terms', '{"term": 4000, "wrong": 40000}');
select told from cut_to_bounds('glossary_terms');
select bound_columns('highlights', '{"words": 8000, "note": 8000, "folded_words": 66000, "folded_note": 66000}');
select told from cut_to_bounds('highlights');
select bound_columns('imports', '{"problem": 40000, "present": 1000000, "looking": 1000000}');
select told from cut_to_bounds('imports');
select bound_columns('job_turns', '{"name": 4000, "member": 4000}');
select told from cut_to_bounds('job_turns');
select bound_columns('known_devices', '{"device_hash": 4000}');
select told from cut_to_bounds('known_devices');
select bound_columns('mail_tokens', '{"email": 4000, "token_hash": 4000}');
select told from cut_to_bounds('mail_tokens');
select bound_columns('mails', '{"recipient": 4000, "kind": 4000, "subject": 40000, "body_text": 4000000, "body_html": 4000000}');
select told from cut_to_bounds('mails');
select bound_columns('moves', '{"problem": 40000}');
select told from cut_to_bounds('moves');
select bound_columns('payment_events', '{"id": 4000}');
select told from cut_to_bounds('payment_events');
select bound_columns('payments', '{"provider_id": 4000, "product_id": 4000, "log": 40000}');
select told from cut_to_bounds('payments');
select bound_columns('portal_counts', '{"detail": 4000}');
select told from cut_to_bounds('portal_counts');
select bound_columns('portal_logos', '{"hash": 4000, "png": 1000000}');
select told from cut_to_bounds('portal_logos');
select bound_columns('portal_videos', '{"key": 4000}');
select told from cut_to_bounds('portal_videos');
select bound_columns('portals', '{"token": 4000, "title": 4000, "accent": 4000, "sites": 40000}');
select told from cut_to_bounds('portals');
select bound_columns('provider_assets', '{"upload_id": 4000, "url": 40000, "asset_id": 4000, "captions_id": 4000}');
select told from cut_to_bounds('provider_assets');
select bound_columns('recovery_codes', '{"code_hash": 4000}');
select told from cut_to_bounds('recovery_codes');
select bound_columns('registrations', '{"email": 4000, "firstname": 4000, "lastname": 4000, "password_hash": 4000}');
select told from cut_to_bounds('registrations');
select bound_columns('reports', '{"report_type": 4000, "subject": 40000, "message": 400000, "email": 4000, "response": 400000}');
select told from cut_to_bounds('reports');
select bound_columns('reset_requests', '{"email": 4000}');
select told from cut_to_bounds('reset_requests');
select bound_columns('rewrite_places', '{"before": 400000, "after": 400000}');
select told from cut_to_bounds('rewrite_places');
select bound_columns('rewrites', '{"rules": 8000000, "problem": 40000}');
select told from cut_to_bounds('rewrites');
select bound_columns('sandbox_checkouts', '{"id": 4000, "customer_id": 4000, "plan": 4000, "success_url": 40000, "cancel_url": 40000, "notice": 40000}');
select told from cut_to_bounds('sandbox_checkouts');
select bound_columns('sandbox_customers', '{"id": 4000, "email": 4000}');
select told from cut_to_bounds('sandbox_customers');
select bound_columns('sandbox_payments', '{"id": 4000, "customer_id": 4000, "product_id": 4000, "reason": 40000, "client_secret": 4000, "subscription_id": 4000}');
select told from cut_to_bounds('sandbox_payments');
select bound_columns('sandbox_subscriptions', '{"id": 4000, "customer_id": 4000, "plan": 4000}');
select told from cut_to_bounds('sandbox_subscriptions');
select bound_columns('second_factors', '{"secret": 4000}');
select told from cut_to_bounds('second_factors');
select bound_columns('security_events', '{"kind": 4000, "account": 4000, "device": 40000, "network": 4000, "detail": 40000}');
select told from cut_to_bounds('security_events');
select bound_columns('sessions', '{"device": 40000, "token_hash": 4000}');
select told from cut_to_bounds('sessions');
select bound_columns('settings', '{"name": 4000, "value": 400000}');
select told from cut_to_bounds('settings');
select bound_columns('shares', '{"key": 4000, "title": 4000, "password_hash": 4000}');
select told from cut_to_bounds('shares');
select bound_columns('slides', '{"title": 40000, "text": 400000, "folded": 3300000}');
select told from cut_to_bounds('slides');
select bound_columns('speaker_parts', '{"identity": 40000, "speakers": 67108864}');
select told from cut_to_bounds('speaker_parts');
select bound_columns('speaker_turns', '{"identity": 40000, "turns": 67108864}');
select told from cut_to_bounds('speaker_turns');
select bound_columns('speech_answers', '{"identity": 40000, "name": 4000, "body": 67108864}');
select told from cut_to_bounds('speech_answers');
select bound_columns('speech_runs', '{"identity": 40000, "job": 40000}');
select told from cut_to_bounds('speech_runs');
select bound_columns('speech_segments', '{"words": 67108864, "language": 4000}');
select told from cut_to_bounds('speech_segments');
select bound_columns('steps', '{"step": 4000, "note": 40000, "problem": 40000}');
select told from cut_to_bounds('steps');
select bound_columns('token_entries', '{"reference": 4000, "plan": 4000}');
select told from cut_to_bounds('token_entries');
select bound_columns('token_operations', '{"operation": 4000, "key": 4000, "engine": 40000, "system_prompt": 400000, "custom_prompt": 400000, "result": 400000}');
select told from cut_to_bounds('token_operations');
select bound_columns('tries', '{"key": 4000}');
select told from cut_to_bounds('tries');
select bound_columns('uploads', '{"key": 4000, "title": 40000, "file_name": 40000, "problem": 40000}');
select told from cut_to_bounds('uploads');
select bound_columns('users', '{"email": 4000, "firstname": 4000, "lastname": 4000, "password_hash": 4000, "custom_prompt": 400000, "base_search_prompt": 400000, "openai_prompt": 400000}');
select told from cut_to_bounds('users');
with cut as (update videos set transcript_language = null where octet_length(transcript_language) > 160 returning 1) select format('videos.transcript_language: %s longer than any were left out.', count(*)) as told from cut having count(*) > 0;
select bound_columns('videos', '{"asset_id": 4000, "playback_id": 4000, "captions_track_id": 4000, "file_name": 1200, "title": 1200, "description": 40000, "summary": 80000, "media": 400000, "storyboard": 40000, "transcript_language": 160, "outline_engine": 40000, "outline_of": 4000, "remote": 4000, "recognised_speakers": 40000}');
select told from cut_to_bounds('videos');
select bound_columns('voices', '{"name": 4000, "identity": 40000, "voice": 1000000}');
select told from cut_to_bounds('voices');
