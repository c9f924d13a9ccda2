import type { Generated } from 'kysely';
import type { Created, Nullable } from '../column-types.ts';

/** Tables of public content and visitor activity. */
export type AudienceTables = {
  portals: {
    user_id: string;
    token: string;
    title: string;
    accent: Generated<string>;
    theme: Generated<'auto' | 'light' | 'dark'>;
    layout: Generated<'grid' | 'list' | 'single'>;
    font: Generated<'serif' | 'sans' | 'system'>;
    allowed_origins: Generated<string[]>;
    show_quotes: Generated<boolean>;
    show_downloads: Generated<boolean>;
    created_at: Created;
    updated_at: Created;
  };
  portal_logos: { user_id: string; hash: string; png: Buffer; width: number; height: number };
  shares: {
    id: Generated<string>;
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
  delivered_seconds: { user_id: string; day: string; seconds: number };
  watch_buckets: { video_id: string; day: string; place: 'portal' | 'link'; seconds: number[] };
};
