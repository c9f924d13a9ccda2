import type { Plan, SubscriptionStatus } from '@lectern/contract/accounts';
import type { StepName, StepState } from '@lectern/contract/rules/pipeline';
import type { Quote } from '@lectern/contract/videos';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { MediaInfo, Storyboard } from '../../ports/media/port.ts';

type Created = ColumnType<Date, Date | undefined, Date>;
type Maybe<T> = ColumnType<T | null, T | null | undefined, T | null>;

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
    is_active: Generated<boolean>;
    custom_prompt: Maybe<string>;
    quote_count: Generated<number>;
    base_search_prompt: Maybe<string>;
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
  };
  chapters: {
    id: Generated<string>;
    video_id: string;
    n: number;
    start_s: number;
    end_s: number;
    title: string;
    summary: string;
    quotes: JSONColumnType<Quote[]>;
    search: Generated<string>;
    edited: Generated<('title' | 'summary' | 'quote')[]>;
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
};
