import type { EditField } from '@lectern/contract/editing/history';
import type { ChapterPart, GuessedTitle } from '@lectern/contract/videos/videos';
import type { StepName, StepState } from '@lectern/contract/rules/pipeline';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { MediaInfo, Remote, Storyboard } from '../../../ports/media/port.ts';
import type { RecognisedWord } from '../../../ports/speech/port.ts';
import type { PartSpeaker } from '../../../ports/speech/speakers/port.ts';
import type { StoredOutline, StoredBoundaries, StoredQuote } from '../stored-outline.ts';
import type { CaptionsRead, WantedTracks } from '../stored-tracks.ts';
import type { Created, Nullable } from '../column-types.ts';

/** Recordings on their way in, what they are made into, and what is kept of them. */
export type VideoTables = {
  uploads: {
    id: Generated<string>;
    workspace_id: string;
    created_by: Nullable<string>;
    key: string;
    title: Nullable<string>;
    file_name: Nullable<string>;
    size: Nullable<number>;
    received: Generated<number>;
    promised: Generated<number>;
    state: Generated<'open' | 'complete' | 'rejected' | 'cancelled'>;
    problem: Nullable<string>;
    created_at: Created;
    last_activity_at: Created;
    idle_since: Nullable<number>;
    idle_touched_at: Nullable<Date>;
    lease_id: Nullable<string>;
    lease_renewed_at: Nullable<Date>;
  };
  recording_letters: { video_id: string; failure_posted_at: Nullable<Date> };
  /** Chapters that an assistant proposes, until they are written or a day is over. */
  chapter_proposals: {
    id: Generated<string>;
    video_id: string;
    created_by: string;
    version: string;
    chapters: JSONColumnType<{ id?: string; title: string; start: number; summary?: string }[]>;
    created_at: Date;
  };
  upload_sources: { upload_id: string; url: string; validator: Nullable<string> };
  upload_parts: { upload_id: string; part_number: number; first_byte: number };
  provider_assets: {
    id: string;
    upload_id: Nullable<string>;
    url: Nullable<string>;
    asset_id: Nullable<string>;
    captions_id: Nullable<string>;
    asked_at: Nullable<Date>;
    created_at: Created;
  };
  media_moves: {
    video_id: string;
    target: 'mux' | 'local';
    state: Generated<'waiting' | 'begun' | 'done' | 'failed'>;
    problem: Nullable<string>;
    asked_at: Created;
    settled_at: Nullable<Date>;
  };
  videos: {
    id: string;
    workspace_id: string;
    created_by: Nullable<string>;
    asset_id: string;
    playback_id: string;
    captions_track_id: Nullable<string>;
    file_name: Nullable<string>;
    byte_size: Generated<number>;
    is_sample: Generated<boolean>;
    title: string;
    title_edited: Generated<boolean>;
    title_from: Nullable<GuessedTitle>;
    description: Generated<string>;
    description_by_person: Generated<boolean>;
    summary: Generated<string>;
    summary_by_person: Generated<boolean>;
    kind: Generated<'video' | 'audio'>;
    duration: Generated<number>;
    width: Nullable<number>;
    height: Nullable<number>;
    media: JSONColumnType<MediaInfo | null, string | null | undefined, string | null>;
    wanted_tracks: JSONColumnType<WantedTracks | null, string | null | undefined, string | null>;
    captions_read: JSONColumnType<CaptionsRead | null, string | null | undefined, string | null>;
    remote: JSONColumnType<Remote | null, string | null | undefined, string | null>;
    playable: Generated<boolean>;
    has_thumbnail: Generated<boolean>;
    storyboard: JSONColumnType<Storyboard | null, string | null | undefined, string | null>;
    slides: Nullable<number[]>;
    transcript_source: Nullable<'file' | 'embedded' | 'speech'>;
    transcript_language: Nullable<string>;
    transcript_estimated: Generated<boolean>;
    transcript_alignment: Nullable<'aligned' | 'unlike'>;
    recognised_speakers: JSONColumnType<string[], string | undefined>;
    outline_engine: Nullable<string>;
    outline_transcript_digest: Nullable<string>;
    folding: Nullable<number>;
    created_at: Created;
    deleted_at: Nullable<Date>;
    looked_at: Nullable<Date>;
    lost_at: Nullable<Date>;
  };
  steps: {
    video_id: string;
    step: StepName;
    state: Generated<StepState>;
    progress: Generated<number>;
    note: Nullable<string>;
    problem: Nullable<string>;
    run_id: Nullable<string>;
    needs_engine: Generated<boolean>;
    started_at: Nullable<Date>;
    finished_at: Nullable<Date>;
  };
  caption_files: { id: string; file_name: string; bytes: Buffer; encoding: Nullable<string>; created_at: Created };
  cues: {
    video_id: string;
    position: number;
    start_s: number;
    end_s: number;
    text: string;
    speaker: Nullable<string>;
    search_text: Nullable<string>;
    span_own: Nullable<number>;
    original_text: Nullable<string>;
    heard_speaker: Nullable<string>;
  };
  passage_embeddings: {
    video_id: string;
    model: Generated<string>;
    is_stale: Generated<boolean>;
    dimensions: Generated<number>;
    starts: Generated<number[]>;
    sketches: Generated<string[]>;
    vectors: Generated<Buffer>;
  };
  search_keys: { video_id: string; workspace_id: string; keys: Generated<number[]>; is_stale: Generated<boolean> };
  letter_pairs: { video_id: string; pair: number; cues: string };
  speech_runs: { video_id: string; identity: string; job: Nullable<string>; started_at: Created };
  speech_segments: {
    video_id: string;
    n: number;
    start_s: number;
    end_s: number;
    words: JSONColumnType<RecognisedWord[]>;
    language: Nullable<string>;
  };
  speech_answers: { video_id: string; identity: string; name: string; body: Buffer; received_at: Created };
  speaker_parts: { video_id: string; n: number; identity: string; speakers: JSONColumnType<PartSpeaker[]> };
  speaker_turns: {
    video_id: string;
    identity: string;
    /** Seconds from and to, and the number of who speaks. */
    turns: JSONColumnType<[number, number, number][]>;
  };
  voices: {
    workspace_id: string;
    named_by: Nullable<string>;
    video_id: string;
    name: string;
    identity: string;
    voiceprint: JSONColumnType<number[]>;
    kept_at: Created;
  };
  slides: {
    video_id: string;
    start_s: number;
    end_s: number;
    title: string;
    text: string;
    folded: Nullable<string>;
  };
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
    edited: Generated<ChapterPart[]>;
    /** Title, summary, quotes. */
    folded: Nullable<string[]>;
  };
  outline_history: {
    video_id: string;
    kind: 'chapters' | 'summary' | 'redrawn' | 'titled';
    regenerated_at: Date;
    restored: Generated<boolean>;
    outline: JSONColumnType<StoredOutline>;
  };
  /** The same of regenerations before the last one. */
  earlier_outlines: {
    video_id: string;
    kind: 'chapters' | 'summary' | 'redrawn' | 'titled';
    regenerated_at: Date;
    restored: boolean;
    outline: JSONColumnType<StoredOutline>;
  };
  edits: {
    id: Generated<number>;
    video_id: string;
    user_id: string | null;
    field: EditField;
    chapter_id: string | null;
    cue_start: number | null;
    cues: number[] | null;
    before: string;
    after: string;
    at: Date;
  };
  presences: { video_id: string; user_id: string; seen_at: Date };
  outline_reviews: {
    video_id: string;
    reviewed_at: Date;
    /** Digests of the texts that were read. */
    texts: string[];
  };
  chapter_boundaries: {
    video_id: string;
    places: ColumnType<StoredBoundaries | null, string | null, string | null>;
    requested_count: 'fewer' | 'more' | null;
  };
  clips: {
    id: Generated<string>;
    created_by: Nullable<string>;
    video_id: string;
    start_s: number;
    end_s: number;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    progress: Generated<number>;
    problem: Nullable<string>;
    byte_size: Nullable<number>;
    wanted_at: Created;
    created_at: Created;
  };
  clip_removals: { clip_id: string; video_id: string };
  highlights: {
    id: Generated<string>;
    created_by: Nullable<string>;
    video_id: string;
    start_s: number;
    end_s: number;
    words: string;
    note: Generated<string>;
    noted_by: Nullable<string>;
    noted_at: Nullable<Date>;
    folded_words: Nullable<string>;
    folded_note: Nullable<string>;
    created_at: Created;
    removed_at: Nullable<Date>;
  };
};
