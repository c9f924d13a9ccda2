import { textLimits } from '@lectern/contract/rules/longest';
import { uploadLimits } from '@lectern/contract/uploads/uploads';

/** Bytes of a text of so many characters at most. */
const text = (characters: number): number => 4 * characters;
/** The same as it is looked through: folding makes up to eighteen letters of one. */
const folded = (characters: number): number => 33 * characters;

/** A name: an id, a key, a kind, an email. */
const name = text(1_000);
/** A single line: a failure, a device, a page URL. */
const line = text(10_000);
/** A long text by a person or a program. */
const writing = text(100_000);
/** A letter. */
const letter = text(1_000_000);
/** Lists of a few things. */
const list = 1_000_000;
/** The speech of a whole recording. */
const recording = 64 * 1024 ** 2;

/**
 * Maximum bytes per column of texts, lists, JSON and binary data, except enumerations. Backs up the input schemas, so
 * that no row exceeds a reader's memory.
 */
export const longestColumns: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  administrators: { email: name, password_hash: name, setting_hash: name },
  api_keys: { name, prefix: name, client_id: name, key_hash: name, scopes: name },
  api_requests: { key: name, request_hash: name, answer: letter },
  audit_log: { administrator: name, action: name, object_kind: name, object_id: name, detail: list },
  billing_accounts: { customer_id: name, subscription_id: name, applied: name, applied_plan: name },
  caption_files: { file_name: name, encoding: name, bytes: uploadLimits.captions },
  chapter_boundaries: { places: list },
  chapter_proposals: { version: name, chapters: 8 * list },
  chapters: {
    title: text(textLimits.chapter_title),
    summary: text(textLimits.chapter_summary),
    quotes: list,
    search: text(textLimits.answer),
    edited: name,
    folded: 8 * list,
  },
  clips: { problem: line },
  concerns: { kind: name, subject: name, told: line },
  corrections: { key: name, wrong: line, term: line },
  cues: {
    text: text(textLimits.old_line),
    speaker: name,
    // With the beginning of the next line.
    search_text: folded(textLimits.old_line + 1_000),
    original_text: text(textLimits.old_line),
    heard_speaker: name,
  },
  dismissed_suggestions: { key: name, term: line },
  earlier_outlines: { outline: 8 * list },
  edits: { before: 8 * list, after: 8 * list },
  emails: { recipient: name, kind: name, subject: line, body_text: letter, body_html: letter },
  events: { kind: name, payload: writing, waits_for: name },
  former_customers: { customer_id: name, subscription_id: name, applied_plan: name },
  surplus_subscriptions: { subscription_id: name },
  glossary_terms: { term: name, misspellings: line },
  highlights: {
    words: text(textLimits.words),
    note: text(textLimits.note),
    folded_words: folded(textLimits.words),
    folded_note: folded(textLimits.note),
  },
  identities: { issuer: name, subject: name, email: name, tokens: writing },
  imports: { problem: line, duplicates: list, looking: list },
  invitations: { email: name, token_hash: name },
  jobs: { name, key: name, member: name, payload: list, problem: line },
  known_devices: { device_hash: name },
  mail_tokens: { token_hash: name, email: name },
  media_moves: { problem: line },
  oauth_secrets: { secret_hash: name, challenge: name, redirect_uri: name },
  oidc_flows: { state_hash: name, browser_hash: name, nonce: name, verifier: name },
  outline_history: { outline: 8 * list },
  outline_reviews: { texts: line },
  payment_events: { id: name },
  payments: { provider_id: name, currency: name, product_id: name, log: line },
  portal_counts: { detail: name },
  portal_logos: { hash: name, png: list },
  portal_videos: { key: name },
  passage_embeddings: { model: name, vectors: 16_000_000 },
  portals: { token: name, title: name, accent: name, allowed_origins: line },
  provider_assets: { upload_id: name, url: line, asset_id: name, captions_id: name },
  rate_limits: { key: name },
  recovery_codes: { code_hash: name },
  registrations: { email: name, firstname: name, lastname: name, password_hash: name },
  reports: { report_type: name, subject: line, message: writing, email: name, response: writing },
  reset_requests: { email: name },
  rewrite_occurrences: { before: writing, after: writing },
  rewrites: { rules: 8 * list, problem: line },
  sandbox_checkouts: { id: name, customer_id: name, plan: name, success_url: line, cancel_url: line, notice: line },
  sandbox_customers: { id: name, email: name },
  sandbox_payments: {
    id: name,
    customer_id: name,
    product_id: name,
    reason: line,
    client_secret: name,
    subscription_id: name,
  },
  sandbox_subscriptions: { id: name, customer_id: name, plan: name },
  second_factors: { secret: name },
  security_events: { kind: name, account: name, device: line, network: name, detail: line },
  sessions: { token_hash: name, device: line },
  settings: { name, value: writing },
  shares: { key: name, title: name, password_hash: name },
  sign_in_codes: {
    code_hash: name,
    browser_hash: name,
    issuer: name,
    subject: name,
    email: name,
    tokens: writing,
  },
  slides: { title: line, text: writing, folded: folded(100_000) },
  speaker_parts: { identity: line, speakers: recording },
  speaker_turns: { identity: line, turns: recording },
  speech_answers: { identity: line, name, body: recording },
  speech_runs: { identity: line, job: line },
  speech_segments: { words: recording, language: name },
  steps: { step: name, note: line, problem: line },
  token_entries: { reference: name, plan: name },
  token_operations: {
    operation: name,
    key: name,
    engine: line,
    calls: line,
    system_prompt: writing,
    custom_prompt: writing,
    result: writing,
  },
  upload_sources: { url: line, validator: name },
  uploads: { key: name, title: line, file_name: line, problem: line },
  users: { email: name, firstname: name, lastname: name, password_hash: name },
  workspace_domains: { domain: name, proof: name },
  workspace_log: {
    actor: line,
    action: name,
    object_kind: name,
    object_id: name,
    detail: writing,
    network: name,
  },
  workspaces: { name, custom_prompt: writing, base_search_prompt: writing, openai_prompt: writing },
  videos: {
    asset_id: name,
    playback_id: name,
    captions_track_id: name,
    file_name: text(textLimits.file_name),
    title: text(textLimits.title),
    description: text(textLimits.description),
    summary: text(textLimits.summary),
    media: writing,
    storyboard: line,
    transcript_language: text(textLimits.language),
    outline_engine: line,
    outline_transcript_digest: name,
    remote: name,
    wanted_tracks: name,
    captions_read: line,
    recognised_speakers: line,
  },
  voices: { name, identity: line, voiceprint: list },
  webhooks: { url: line, kinds: name, secret: name, old_secret: name },
  webhook_deliveries: { message_id: name, kind: name, body: writing, answer: line },
};

/**
 * The rule by which the database keeps to a length: bytes of a text, else what a value takes, without unfolding either.
 */
export const longestCheck = (column: string, type: string, bytes: number): string =>
  `${['text', 'bytea'].includes(type) ? 'octet_length' : 'pg_column_size'}(${column}) <= ${bytes}`;
