-- No text, list or JSON without a length: src/platform/database/longest-columns.ts says how long each may be, and
-- longest-columns.test.ts that the rules here are those. decisions/0094 says what becomes of longer ones.
-- Archives brought in languages and times of any length: those are cut, and with them whatever stands in the same rows.
update videos
set transcript_language = left(transcript_language, 40), title = left(title, 300), file_name = left(file_name, 300),
  description = left(description, 10000), summary = left(summary, 20000)
where octet_length(transcript_language) > 160 or octet_length(title) > 1200 or octet_length(file_name) > 1200
  or octet_length(description) > 40000 or octet_length(summary) > 80000;
update chapters
set title = left(title, 300), summary = left(summary, 10000), search = left(search, 50000)
where octet_length(title) > 1200 or octet_length(summary) > 40000 or octet_length(search) > 200000;
-- Only a quote that is far longer than any is packed into so little and unfolds to so much.
update chapters
set quotes = (
  select jsonb_agg(
    (quote - 'original' - 'was')
      || jsonb_build_object('quote', left(quote ->> 'quote', 2000), 'timecode', left(quote ->> 'timecode', 40))
    order by n)
  from jsonb_array_elements(quotes) with ordinality as each (quote, n))
where pg_column_size(quotes) > 8000 and octet_length(quotes::text) > 2000000;
delete from earlier_outlines where pg_column_size(outline) > 100000 and octet_length(outline::text) > 8000000;
alter table administrators
  add constraint administrators_email_longest check (octet_length(email) <= 4000) not valid,
  add constraint administrators_password_hash_longest check (octet_length(password_hash) <= 4000) not valid,
  add constraint administrators_setting_hash_longest check (octet_length(setting_hash) <= 4000) not valid;
alter table audit_log
  add constraint audit_log_administrator_longest check (octet_length(administrator) <= 4000) not valid,
  add constraint audit_log_action_longest check (octet_length(action) <= 4000) not valid,
  add constraint audit_log_object_kind_longest check (octet_length(object_kind) <= 4000) not valid,
  add constraint audit_log_object_id_longest check (octet_length(object_id) <= 4000) not valid,
  add constraint audit_log_detail_longest check (pg_column_size(detail) <= 1000000) not valid;
alter table billing_accounts
  add constraint billing_accounts_customer_id_longest check (octet_length(customer_id) <= 4000) not valid,
  add constraint billing_accounts_subscription_id_longest check (octet_length(subscription_id) <= 4000) not valid;
alter table caption_files
  add constraint caption_files_file_name_longest check (octet_length(file_name) <= 4000) not valid;
alter table chapter_places
  add constraint chapter_places_places_longest check (pg_column_size(places) <= 1000000) not valid;
alter table chapters
  add constraint chapters_title_longest check (octet_length(title) <= 1200) not valid,
  add constraint chapters_summary_longest check (octet_length(summary) <= 40000) not valid,
  add constraint chapters_quotes_longest check (pg_column_size(quotes) <= 2000000) not valid,
  add constraint chapters_search_longest check (octet_length(search) <= 200000) not valid,
  add constraint chapters_edited_longest check (pg_column_size(edited) <= 4000) not valid,
  add constraint chapters_folded_longest check (pg_column_size(folded) <= 8000000) not valid;
alter table clips
  add constraint clips_problem_longest check (octet_length(problem) <= 40000) not valid;
alter table corrections
  add constraint corrections_key_longest check (octet_length(key) <= 4000) not valid,
  add constraint corrections_wrong_longest check (octet_length(wrong) <= 40000) not valid,
  add constraint corrections_term_longest check (octet_length(term) <= 40000) not valid;
alter table cues
  add constraint cues_text_longest check (octet_length(text) <= 40000) not valid,
  add constraint cues_speaker_longest check (octet_length(speaker) <= 4000) not valid,
  add constraint cues_span_longest check (octet_length(span) <= 363000) not valid,
  add constraint cues_heard_text_longest check (octet_length(heard_text) <= 40000) not valid,
  add constraint cues_heard_speaker_longest check (octet_length(heard_speaker) <= 4000) not valid;
alter table dismissed_offers
  add constraint dismissed_offers_key_longest check (octet_length(key) <= 4000) not valid,
  add constraint dismissed_offers_term_longest check (octet_length(term) <= 40000) not valid;
alter table earlier_outlines
  add constraint earlier_outlines_outline_longest check (pg_column_size(outline) <= 8000000) not valid;
alter table glossary_terms
  add constraint glossary_terms_term_longest check (octet_length(term) <= 4000) not valid,
  add constraint glossary_terms_wrong_longest check (pg_column_size(wrong) <= 1000000) not valid;
alter table highlights
  add constraint highlights_words_longest check (octet_length(words) <= 8000) not valid,
  add constraint highlights_note_longest check (octet_length(note) <= 8000) not valid,
  add constraint highlights_folded_words_longest check (octet_length(folded_words) <= 66000) not valid,
  add constraint highlights_folded_note_longest check (octet_length(folded_note) <= 66000) not valid;
alter table imports
  add constraint imports_problem_longest check (octet_length(problem) <= 40000) not valid,
  add constraint imports_present_longest check (pg_column_size(present) <= 1000000) not valid,
  add constraint imports_looking_longest check (pg_column_size(looking) <= 1000000) not valid;
alter table job_turns
  add constraint job_turns_name_longest check (octet_length(name) <= 4000) not valid,
  add constraint job_turns_member_longest check (octet_length(member) <= 4000) not valid;
alter table mail_tokens
  add constraint mail_tokens_email_longest check (octet_length(email) <= 4000) not valid;
alter table mails
  add constraint mails_recipient_longest check (octet_length(recipient) <= 4000) not valid,
  add constraint mails_kind_longest check (octet_length(kind) <= 4000) not valid,
  add constraint mails_subject_longest check (octet_length(subject) <= 40000) not valid,
  add constraint mails_body_text_longest check (octet_length(body_text) <= 4000000) not valid,
  add constraint mails_body_html_longest check (octet_length(body_html) <= 4000000) not valid;
alter table moves
  add constraint moves_problem_longest check (octet_length(problem) <= 40000) not valid;
alter table payment_events
  add constraint payment_events_id_longest check (octet_length(id) <= 4000) not valid;
alter table payments
  add constraint payments_provider_id_longest check (octet_length(provider_id) <= 4000) not valid,
  add constraint payments_product_id_longest check (octet_length(product_id) <= 4000) not valid,
  add constraint payments_log_longest check (octet_length(log) <= 4000000) not valid;
alter table portal_counts
  add constraint portal_counts_detail_longest check (octet_length(detail) <= 4000) not valid;
alter table portal_logos
  add constraint portal_logos_hash_longest check (octet_length(hash) <= 4000) not valid;
alter table portal_videos
  add constraint portal_videos_key_longest check (octet_length(key) <= 4000) not valid;
alter table portals
  add constraint portals_token_longest check (octet_length(token) <= 4000) not valid,
  add constraint portals_title_longest check (octet_length(title) <= 4000) not valid,
  add constraint portals_accent_longest check (octet_length(accent) <= 4000) not valid,
  add constraint portals_sites_longest check (pg_column_size(sites) <= 1000000) not valid;
alter table provider_assets
  add constraint provider_assets_upload_id_longest check (octet_length(upload_id) <= 4000) not valid,
  add constraint provider_assets_url_longest check (octet_length(url) <= 40000) not valid,
  add constraint provider_assets_asset_id_longest check (octet_length(asset_id) <= 4000) not valid,
  add constraint provider_assets_captions_id_longest check (octet_length(captions_id) <= 4000) not valid;
alter table registrations
  add constraint registrations_email_longest check (octet_length(email) <= 4000) not valid,
  add constraint registrations_firstname_longest check (octet_length(firstname) <= 4000) not valid,
  add constraint registrations_lastname_longest check (octet_length(lastname) <= 4000) not valid,
  add constraint registrations_password_hash_longest check (octet_length(password_hash) <= 4000) not valid;
alter table reports
  add constraint reports_report_type_longest check (octet_length(report_type) <= 4000) not valid,
  add constraint reports_subject_longest check (octet_length(subject) <= 40000) not valid,
  add constraint reports_message_longest check (octet_length(message) <= 400000) not valid,
  add constraint reports_email_longest check (octet_length(email) <= 4000) not valid,
  add constraint reports_response_longest check (octet_length(response) <= 400000) not valid;
alter table reset_requests
  add constraint reset_requests_email_longest check (octet_length(email) <= 4000) not valid;
alter table rewrite_places
  add constraint rewrite_places_before_longest check (octet_length(before) <= 400000) not valid,
  add constraint rewrite_places_after_longest check (octet_length(after) <= 400000) not valid;
alter table rewrites
  add constraint rewrites_rules_longest check (pg_column_size(rules) <= 8000000) not valid,
  add constraint rewrites_problem_longest check (octet_length(problem) <= 40000) not valid;
alter table sandbox_checkouts
  add constraint sandbox_checkouts_id_longest check (octet_length(id) <= 4000) not valid,
  add constraint sandbox_checkouts_customer_id_longest check (octet_length(customer_id) <= 4000) not valid,
  add constraint sandbox_checkouts_plan_longest check (octet_length(plan) <= 4000) not valid,
  add constraint sandbox_checkouts_success_url_longest check (octet_length(success_url) <= 40000) not valid,
  add constraint sandbox_checkouts_cancel_url_longest check (octet_length(cancel_url) <= 40000) not valid,
  add constraint sandbox_checkouts_notice_longest check (octet_length(notice) <= 40000) not valid;
alter table sandbox_customers
  add constraint sandbox_customers_id_longest check (octet_length(id) <= 4000) not valid,
  add constraint sandbox_customers_email_longest check (octet_length(email) <= 4000) not valid;
alter table sandbox_payments
  add constraint sandbox_payments_id_longest check (octet_length(id) <= 4000) not valid,
  add constraint sandbox_payments_customer_id_longest check (octet_length(customer_id) <= 4000) not valid,
  add constraint sandbox_payments_product_id_longest check (octet_length(product_id) <= 4000) not valid,
  add constraint sandbox_payments_reason_longest check (octet_length(reason) <= 40000) not valid,
  add constraint sandbox_payments_client_secret_longest check (octet_length(client_secret) <= 4000) not valid,
  add constraint sandbox_payments_subscription_id_longest check (octet_length(subscription_id) <= 4000) not valid;
alter table sandbox_subscriptions
  add constraint sandbox_subscriptions_id_longest check (octet_length(id) <= 4000) not valid,
  add constraint sandbox_subscriptions_customer_id_longest check (octet_length(customer_id) <= 4000) not valid,
  add constraint sandbox_subscriptions_plan_longest check (octet_length(plan) <= 4000) not valid;
alter table second_factors
  add constraint second_factors_secret_longest check (octet_length(secret) <= 4000) not valid;
alter table security_events
  add constraint security_events_kind_longest check (octet_length(kind) <= 4000) not valid,
  add constraint security_events_account_longest check (octet_length(account) <= 4000) not valid,
  add constraint security_events_device_longest check (octet_length(device) <= 40000) not valid,
  add constraint security_events_network_longest check (octet_length(network) <= 4000) not valid,
  add constraint security_events_detail_longest check (octet_length(detail) <= 40000) not valid;
alter table sessions
  add constraint sessions_device_longest check (octet_length(device) <= 40000) not valid;
alter table settings
  add constraint settings_name_longest check (octet_length(name) <= 4000) not valid,
  add constraint settings_value_longest check (octet_length(value) <= 400000) not valid;
alter table shares
  add constraint shares_key_longest check (octet_length(key) <= 4000) not valid,
  add constraint shares_title_longest check (octet_length(title) <= 4000) not valid,
  add constraint shares_password_hash_longest check (octet_length(password_hash) <= 4000) not valid;
alter table slides
  add constraint slides_title_longest check (octet_length(title) <= 40000) not valid,
  add constraint slides_text_longest check (octet_length(text) <= 400000) not valid,
  add constraint slides_folded_longest check (octet_length(folded) <= 3300000) not valid;
alter table speaker_parts
  add constraint speaker_parts_identity_longest check (octet_length(identity) <= 40000) not valid,
  add constraint speaker_parts_speakers_longest check (pg_column_size(speakers) <= 67108864) not valid;
alter table speaker_turns
  add constraint speaker_turns_identity_longest check (octet_length(identity) <= 40000) not valid,
  add constraint speaker_turns_turns_longest check (pg_column_size(turns) <= 67108864) not valid;
alter table speech_answers
  add constraint speech_answers_identity_longest check (octet_length(identity) <= 40000) not valid,
  add constraint speech_answers_name_longest check (octet_length(name) <= 4000) not valid;
alter table speech_runs
  add constraint speech_runs_identity_longest check (octet_length(identity) <= 40000) not valid,
  add constraint speech_runs_job_longest check (octet_length(job) <= 40000) not valid;
alter table speech_segments
  add constraint speech_segments_words_longest check (pg_column_size(words) <= 67108864) not valid,
  add constraint speech_segments_language_longest check (octet_length(language) <= 4000) not valid;
alter table steps
  add constraint steps_step_longest check (octet_length(step) <= 4000) not valid,
  add constraint steps_note_longest check (octet_length(note) <= 40000) not valid,
  add constraint steps_problem_longest check (octet_length(problem) <= 40000) not valid;
alter table token_entries
  add constraint token_entries_reference_longest check (octet_length(reference) <= 4000) not valid,
  add constraint token_entries_plan_longest check (octet_length(plan) <= 4000) not valid;
alter table token_operations
  add constraint token_operations_operation_longest check (octet_length(operation) <= 4000) not valid,
  add constraint token_operations_key_longest check (octet_length(key) <= 4000) not valid,
  add constraint token_operations_engine_longest check (octet_length(engine) <= 40000) not valid,
  add constraint token_operations_system_prompt_longest check (octet_length(system_prompt) <= 400000) not valid,
  add constraint token_operations_custom_prompt_longest check (octet_length(custom_prompt) <= 400000) not valid,
  add constraint token_operations_result_longest check (octet_length(result) <= 400000) not valid;
alter table tries
  add constraint tries_key_longest check (octet_length(key) <= 4000) not valid;
alter table uploads
  add constraint uploads_key_longest check (octet_length(key) <= 4000) not valid,
  add constraint uploads_title_longest check (octet_length(title) <= 40000) not valid,
  add constraint uploads_file_name_longest check (octet_length(file_name) <= 40000) not valid,
  add constraint uploads_problem_longest check (octet_length(problem) <= 40000) not valid;
alter table users
  add constraint users_email_longest check (octet_length(email) <= 4000) not valid,
  add constraint users_firstname_longest check (octet_length(firstname) <= 4000) not valid,
  add constraint users_lastname_longest check (octet_length(lastname) <= 4000) not valid,
  add constraint users_password_hash_longest check (octet_length(password_hash) <= 4000) not valid,
  add constraint users_custom_prompt_longest check (octet_length(custom_prompt) <= 400000) not valid,
  add constraint users_base_search_prompt_longest check (octet_length(base_search_prompt) <= 400000) not valid,
  add constraint users_openai_prompt_longest check (octet_length(openai_prompt) <= 400000) not valid;
alter table videos
  add constraint videos_asset_id_longest check (octet_length(asset_id) <= 4000) not valid,
  add constraint videos_playback_id_longest check (octet_length(playback_id) <= 4000) not valid,
  add constraint videos_captions_track_id_longest check (octet_length(captions_track_id) <= 4000) not valid,
  add constraint videos_file_name_longest check (octet_length(file_name) <= 1200) not valid,
  add constraint videos_title_longest check (octet_length(title) <= 1200) not valid,
  add constraint videos_description_longest check (octet_length(description) <= 40000) not valid,
  add constraint videos_summary_longest check (octet_length(summary) <= 80000) not valid,
  add constraint videos_media_longest check (pg_column_size(media) <= 400000) not valid,
  add constraint videos_storyboard_longest check (pg_column_size(storyboard) <= 40000) not valid,
  add constraint videos_transcript_language_longest check (octet_length(transcript_language) <= 160) not valid,
  add constraint videos_outline_engine_longest check (octet_length(outline_engine) <= 40000) not valid,
  add constraint videos_outline_of_longest check (octet_length(outline_of) <= 4000) not valid,
  add constraint videos_remote_longest check (pg_column_size(remote) <= 4000) not valid,
  add constraint videos_recognised_speakers_longest check (pg_column_size(recognised_speakers) <= 1000000) not valid;
alter table voices
  add constraint voices_name_longest check (octet_length(name) <= 4000) not valid,
  add constraint voices_identity_longest check (octet_length(identity) <= 40000) not valid,
  add constraint voices_voice_longest check (pg_column_size(voice) <= 1000000) not valid;
