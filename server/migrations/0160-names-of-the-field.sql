-- Tables and columns take the names that the field has for them, and with them what is named after them.
-- Ends older programs: they ask for tables and columns by names that are gone.
create or replace function rename_after(of_table regclass, old text, new text) returns void language plpgsql as $$
declare
  each record;
begin
  for each in
    select conname as name from pg_constraint where conrelid = of_table and starts_with(conname, old || '_')
  loop
    execute format('alter table %s rename constraint %I to %I', of_table, each.name, overlay(each.name placing new from 1 for length(old)));
  end loop;
  -- An index of a constraint has followed it.
  for each in
    select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = of_table and starts_with(c.relname, old || '_')
  loop
    execute format('alter index %I rename to %I', each.name, overlay(each.name placing new from 1 for length(old)));
  end loop;
end $$;
create or replace function take_new_names() returns void language plpgsql as $$
declare
  each record;
begin
  for each in
    select * from (values
      ('tries', 'rate_limits'),
      ('removals', 'pending_deletions'),
      ('moves', 'media_moves'),
      ('delivered', 'delivered_seconds'),
      ('watched', 'watch_buckets'),
      ('earlier_outlines', 'outline_history'),
      ('chapter_places', 'chapter_boundaries'),
      ('rewrite_places', 'rewrite_occurrences'),
      ('dismissed_offers', 'dismissed_suggestions'),
      ('trial_letters', 'trial_emails'),
      ('mails', 'emails')) as renamed (old, new)
  loop
    execute format('alter table %I rename to %I', each.old, each.new);
    perform rename_after(each.new::regclass, each.old, each.new);
  end loop;
  for each in
    select * from (values
      ('uploads', 'writer', 'lease_id'),
      ('uploads', 'writer_seen_at', 'lease_renewed_at'),
      ('uploads', 'touched_at', 'last_activity_at'),
      ('upload_parts', 'first', 'first_byte'),
      ('upload_parts', 'n', 'part_number'),
      ('steps', 'run', 'run_id'),
      ('cues', 'n', 'position'),
      ('cues', 'span', 'search_text'),
      ('cues', 'heard_text', 'original_text'),
      ('chapter_boundaries', 'wish', 'requested_count'),
      ('billing_accounts', 'asked', 'query_seq'),
      ('billing_accounts', 'answered', 'applied_seq'),
      ('administrators', 'owes_password', 'must_change_password'),
      ('users', 'keeps_voices', 'voice_recognition'),
      ('users', 'wanted_plan', 'requested_plan'),
      ('users', 'deleting_at', 'deletion_requested_at'),
      ('voices', 'voice', 'voiceprint'),
      ('glossary_terms', 'wrong', 'misspellings'),
      ('rewrites', 'looked', 'videos_scanned'),
      ('rewrite_occurrences', 'wanted', 'selected'),
      ('portals', 'sites', 'allowed_origins'),
      ('emails', 'ends_at', 'discard_after'),
      ('imports', 'present', 'duplicates'),
      ('videos', 'outline_of', 'outline_transcript_digest'),
      ('videos', 'title_by_person', 'title_edited')) as renamed (of_table, old, new)
  loop
    execute format('alter table %I rename %I to %I', each.of_table, each.old, each.new);
    perform rename_after(each.of_table::regclass, each.of_table || '_' || each.old, each.of_table || '_' || each.new);
  end loop;
  alter index cues_video_span rename to cues_video_search_text;
end $$;
-- A transaction for each line from here on: this one waits a moment for who uses a table, and else is tried again.
select take_new_names(); drop function take_new_names, rename_after;
