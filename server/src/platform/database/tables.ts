import type { Plan, SubscriptionStatus } from '@lectern/contract/accounts';
import type { PaidPlan, PaymentState } from '@lectern/contract/billing';
import type { StepName, StepState } from '@lectern/contract/rules/pipeline';
import type { TokenPool } from '@lectern/contract/rules/tokens';
import type { Quote } from '@lectern/contract/videos';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { MediaInfo, Storyboard } from '../../ports/media/port.ts';
import type { Word } from '../../ports/speech/port.ts';

type Created = ColumnType<Date, Date | undefined, Date>;
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** A quote that was cut anew because a line was corrected remembers what it was, for when that is taken back. */
export type StoredQuote = Quote & { original?: Quote };

/** A chapter as it is stored. */
export type StoredChapter = {
  id: string;
  /** Seconds. */
  start: number;
  end: number;
  title: string;
  summary: string;
  quotes: StoredQuote[];
  search: string;
  edited: ('title' | 'summary' | 'quote')[];
};

/** Everything an engine writes of a video, and what a person has written of it. */
export type Outline = {
  title: string;
  title_by_person: boolean;
  description: string;
  description_by_person: boolean;
  summary: string;
  summary_by_person: boolean;
  outline_engine: string | null;
  /** Digest of the transcript it was written from. */
  outline_of: string | null;
  chapters: StoredChapter[];
};

/** The columns of migrations/*.sql as TypeScript sees them: bigint as number, timestamptz as Date. */
export type Tables = {
  settings: { name: string; value: string };
  users: {
    id: Generated<string>;
    email: string;
    firstname: string;
    lastname: string;
    password_hash: string;
    plan: Generated<Plan>;
    subscription_status: Generated<SubscriptionStatus>;
    membership_start: Maybe<Date>;
    membership_end: Maybe<Date>;
    verified_at: Maybe<Date>;
    wanted_plan: Maybe<'professional'>;
    is_active: Generated<boolean>;
    custom_prompt: Maybe<string>;
    quote_count: Generated<number>;
    base_search_prompt: Maybe<string>;
    openai_prompt: Maybe<string>;
    created_at: Created;
  };
  audit_log: {
    id: Generated<number>;
    administrator: string;
    action: string;
    object_kind: string;
    object_id: string;
    detail: JSONColumnType<object>;
    created_at: Created;
  };
  administrators: { id: Generated<string>; email: string; password_hash: string; created_at: Created };
  sessions: {
    token_hash: Buffer;
    user_id: Maybe<string>;
    administrator_id: Maybe<string>;
    created_at: Created;
    last_used_at: Created;
    expires_at: Date;
  };
  mail_tokens: {
    token_hash: Buffer;
    user_id: string;
    purpose: 'verify' | 'reset';
    created_at: Created;
    expires_at: Date;
    used_at: Maybe<Date>;
  };
  tries: { key: string; count: number; ends_at: Date };
  mails: {
    id: Generated<string>;
    recipient: string;
    kind: string;
    subject: string;
    body_text: string;
    body_html: string;
    created_at: Created;
    sent_at: Maybe<Date>;
  };
  reports: {
    id: Generated<string>;
    user_id: Maybe<string>;
    report_type: string;
    subject: string;
    message: Generated<string>;
    email: string;
    response: Generated<string>;
    created_at: Created;
  };
  uploads: {
    id: Generated<string>;
    user_id: string;
    key: string;
    title: Maybe<string>;
    file_name: Maybe<string>;
    size: Maybe<number>;
    received: Generated<number>;
    state: Generated<'open' | 'complete' | 'rejected' | 'cancelled'>;
    problem: Maybe<string>;
    created_at: Created;
    touched_at: Created;
  };
  videos: {
    id: string;
    user_id: string;
    asset_id: string;
    playback_id: string;
    captions_track_id: Maybe<string>;
    file_name: Maybe<string>;
    byte_size: Generated<number>;
    title: string;
    title_by_person: Generated<boolean>;
    description: Generated<string>;
    description_by_person: Generated<boolean>;
    summary: Generated<string>;
    summary_by_person: Generated<boolean>;
    kind: Generated<'video' | 'audio'>;
    duration: Generated<number>;
    width: Maybe<number>;
    height: Maybe<number>;
    media: JSONColumnType<MediaInfo | null, string | null | undefined, string | null>;
    playable: Generated<boolean>;
    has_thumbnail: Generated<boolean>;
    storyboard: JSONColumnType<Storyboard | null, string | null | undefined, string | null>;
    slides: Maybe<number[]>;
    transcript_source: Maybe<'file' | 'embedded' | 'speech'>;
    transcript_language: Maybe<string>;
    outline_engine: Maybe<string>;
    outline_of: Maybe<string>;
    created_at: Created;
    deleted_at: Maybe<Date>;
  };
  steps: {
    video_id: string;
    step: StepName;
    state: Generated<StepState>;
    progress: Generated<number>;
    note: Maybe<string>;
    problem: Maybe<string>;
    run: Maybe<string>;
    started_at: Maybe<Date>;
    finished_at: Maybe<Date>;
  };
  caption_files: { id: string; file_name: string; bytes: Buffer; created_at: Created };
  cues: {
    video_id: string;
    n: number;
    start_s: number;
    end_s: number;
    text: string;
    speaker: Maybe<string>;
    span: Maybe<string>;
    heard_text: Maybe<string>;
    heard_speaker: Maybe<string>;
  };
  speech_runs: { video_id: string; identity: string; job: Maybe<string>; started_at: Created };
  speech_segments: {
    video_id: string;
    n: number;
    start_s: number;
    end_s: number;
    words: JSONColumnType<Word[]>;
    language: Maybe<string>;
  };
  speech_answers: { video_id: string; identity: string; name: string; body: Buffer; received_at: Created };
  transcript_gaps: { video_id: string; start_s: number; end_s: number; speech: Generated<boolean> };
  chapters: {
    id: Generated<string>;
    video_id: string;
    n: number;
    start_s: number;
    end_s: number;
    title: string;
    summary: string;
    quotes: JSONColumnType<StoredQuote[]>;
    search: Generated<string>;
    edited: Generated<('title' | 'summary' | 'quote')[]>;
  };
  earlier_outlines: {
    video_id: string;
    kind: 'chapters' | 'summary';
    regenerated_at: Date;
    restored: Generated<boolean>;
    outline: JSONColumnType<Outline>;
  };
  clips: {
    id: Generated<string>;
    video_id: string;
    start_s: number;
    end_s: number;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    progress: Generated<number>;
    problem: Maybe<string>;
    created_at: Created;
  };
  token_operations: {
    id: Generated<string>;
    user_id: string;
    video_id: Maybe<string>;
    operation: string;
    key: Maybe<string>;
    state: Generated<'reserved' | 'settled' | 'released'>;
    estimate: number;
    used: Generated<number>;
    engine: Generated<string>;
    sent: Maybe<number>;
    received: Maybe<number>;
    system_prompt: Generated<string>;
    custom_prompt: Generated<string>;
    result: Generated<string>;
    created_at: Created;
    settled_at: Maybe<Date>;
  };
  token_entries: {
    id: Generated<number>;
    user_id: string;
    pool: TokenPool;
    kind: 'grant' | 'expiry' | 'purchase' | 'adjustment' | 'use' | 'refund';
    tokens: number;
    operation_id: Maybe<string>;
    reference: Maybe<string>;
    plan: Maybe<Plan>;
    period: Maybe<Date>;
    created_at: Created;
  };
  billing_accounts: {
    user_id: string;
    customer_id: string;
    subscription_id: Maybe<string>;
    asked_at: Maybe<Date>;
  };
  payments: {
    id: Generated<string>;
    user_id: Maybe<string>;
    provider_id: string;
    price: number;
    payment_type: 'subscription' | 'tokens';
    product_id: string;
    status: PaymentState;
    log: Generated<string>;
    created_at: Created;
    updated_at: Created;
  };
  exports: {
    user_id: string;
    run: string;
    recordings: boolean;
    state: 'waiting' | 'running' | 'done' | 'stopped';
    sent: Generated<number>;
    total: Generated<number>;
    touched_at: Date;
  };
  imports: {
    user_id: string;
    id: string;
    state: 'receiving' | 'waiting' | 'running' | 'done' | 'failed';
    imported: Generated<number>;
    videos: Generated<number>;
    problem: Maybe<string>;
    touched_at: Date;
  };
  payment_events: { id: string; received_at: Created };
  sandbox_customers: { id: string; email: string };
  sandbox_checkouts: {
    id: string;
    customer_id: string;
    plan: PaidPlan;
    success_url: string;
    cancel_url: string;
    state: Generated<'open' | 'complete' | 'abandoned'>;
    created_at: Date;
  };
  sandbox_subscriptions: {
    id: string;
    customer_id: string;
    plan: PaidPlan;
    state: 'active' | 'ending' | 'unpaid' | 'ended';
    anchor: Date;
    period_start: Date;
    period_end: Date;
    renewal_fails: Generated<boolean>;
    created_at: Date;
  };
  sandbox_payments: {
    id: string;
    customer_id: string;
    kind: 'subscription' | 'tokens';
    product_id: string;
    amount: number;
    state: PaymentState;
    reason: Generated<string>;
    client_secret: Maybe<string>;
    created_at: Date;
  };
  portals: {
    user_id: string;
    token: string;
    title: string;
    accent: Generated<string>;
    theme: Generated<'auto' | 'light' | 'dark'>;
    sites: Generated<string[]>;
    show_quotes: Generated<boolean>;
    show_downloads: Generated<boolean>;
    created_at: Created;
    updated_at: Created;
  };
  portal_videos: { key: string; user_id: string; video_id: string; position: number };
  portal_counts: {
    user_id: string;
    day: string;
    kind: 'play' | 'watched' | 'search' | 'missed' | 'quote';
    video_id: string | null;
    detail: Generated<string>;
    count: number;
    amount: Generated<number>;
  };
};
