import type { Generated, JSONColumnType } from 'kysely';
import type { Created, Nullable } from './column-types.ts';
import type { AccountTables } from './tables/accounts.ts';
import type { AudienceTables } from './tables/audience.ts';
import type { GlossaryTables } from './tables/glossary.ts';
import type { MoneyTables } from './tables/money.ts';
import type { VideoTables } from './tables/videos.ts';

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
    user_id: string;
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
  concerns: { kind: string; subject: string; told: string; user_id: Nullable<string>; created_at: Date };
  pending_deletions: { id: string; created_at: Created };
  exports: {
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
    user_id: string;
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
