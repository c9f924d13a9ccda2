import type { Generated, JSONColumnType } from 'kysely';
import type { Created, Nullable } from './column-types.ts';
import type { AccountTables } from './tables/accounts.ts';
import type { GlossaryTables } from './tables/glossary.ts';
import type { MoneyTables } from './tables/money.ts';
import type { VideoTables } from './tables/videos.ts';

/** Tables of public content and visitor activity. */
type AudienceTables = {
  portals: {
    workspace_id: string;
    token: string;
    title: string;
    accent: Generated<string>;
    theme: Generated<'auto' | 'light' | 'dark'>;
    layout: Generated<'grid' | 'list' | 'single'>;
    font: Generated<'serif' | 'sans' | 'system'>;
    allowed_origins: Generated<string[]>;
    show_quotes: Generated<boolean>;
    show_downloads: Generated<boolean>;
    answers_questions: Generated<boolean>;
    ai_line: Generated<'texts' | 'foot' | 'off'>;
    created_at: Created;
    updated_at: Created;
  };
  portal_logos: { workspace_id: string; hash: string; png: Buffer; width: number; height: number };
  shares: {
    id: Generated<string>;
    created_by: Nullable<string>;
    key: string;
    video_id: string;
    kind: 'video' | 'chapter' | 'clip';
    start_s: Nullable<number>;
    end_s: Nullable<number>;
    title: Nullable<string>;
    password_hash: Nullable<string>;
    shows_transcript: Generated<boolean>;
    ends_at: Nullable<Date>;
    revoked_at: Nullable<Date>;
    views: Generated<number>;
    viewed_at: Nullable<Date>;
    created_at: Created;
  };
  portal_videos: { key: string; workspace_id: string; video_id: string; position: number };
  portal_counts: {
    workspace_id: string;
    day: string;
    kind: 'play' | 'watched' | 'search' | 'missed' | 'quote';
    video_id: string | null;
    detail: Generated<string>;
    count: number;
    amount: Generated<number>;
  };
  delivered_seconds: { workspace_id: string; day: string; seconds: number };
  watch_buckets: { video_id: string; day: string; place: 'portal' | 'link'; seconds: number[] };
};

/** Mails, reports, archives, and what keeps the installation going. */
type OtherTables = {
  settings: { name: string; value: string };
  rate_limits: { key: string; count: number; ends_at: Date };
  jobs: {
    id: string;
    name: string;
    key: string;
    member: Nullable<string>;
    payload: JSONColumnType<object>;
    state: Generated<'created' | 'retry' | 'active' | 'completed' | 'cancelled' | 'failed'>;
    attempt: Generated<number>;
    attempt_limit: number;
    backoff: number;
    longest_backoff: number;
    start_after: Created;
    created_at: Created;
    heartbeat_at: Nullable<Date>;
    served_at: Nullable<Date>;
    ended_at: Nullable<Date>;
    problem: Nullable<string>;
  };
  emails: {
    id: Generated<string>;
    recipient: string;
    kind: string;
    subject: string;
    body_text: string;
    body_html: string;
    /** Until when it is of use. */
    discard_after: Nullable<Date>;
    created_at: Created;
    sent_at: Nullable<Date>;
  };
  events: {
    id: Generated<number>;
    kind: string;
    workspace_id: string;
    subject_id: string;
    payload: JSONColumnType<object>;
    waits_for: string[];
    created_at: Created;
  };
  reports: {
    id: Generated<string>;
    user_id: Nullable<string>;
    report_type: string;
    subject: string;
    message: Generated<string>;
    email: string;
    response: Generated<string>;
    created_at: Created;
  };
  concerns: { kind: string; subject: string; told: string; workspace_id: Nullable<string>; created_at: Date };
  pending_deletions: { id: string; created_at: Created };
  exports: {
    workspace_id: string;
    user_id: string;
    run: string;
    recordings: boolean;
    state: 'waiting' | 'running' | 'done' | 'stopped';
    sent: Generated<number>;
    total: Generated<number>;
    missing: Generated<number>;
    touched_at: Date;
  };
  imports: {
    workspace_id: string;
    created_by: Nullable<string>;
    id: string;
    state: 'receiving' | 'waiting' | 'running' | 'done' | 'failed';
    imported: Generated<number>;
    videos: Generated<number>;
    promised: Generated<number>;
    problem: Nullable<string>;
    duplicates: JSONColumnType<number[] | null, string | null | undefined, string | null>;
    looking: JSONColumnType<{ after: string; places: number[] } | null, string | null | undefined, string | null>;
    touched_at: Date;
  };
};

/** The columns of migrations/*.sql as TypeScript sees them: bigint as number, timestamptz as Date. */
export type Tables = AccountTables & VideoTables & MoneyTables & AudienceTables & GlossaryTables & OtherTables;
