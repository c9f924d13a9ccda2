import type { StepName, StepState } from '@lectern/contract/rules/pipeline';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';
import type { MediaInfo, Remote, Storyboard } from '../../../ports/media/port.ts';
import type { Word } from '../../../ports/speech/port.ts';
import type { PartSpeaker } from '../../../ports/speech/speakers/port.ts';
import type { Outline, RankedPlaces, StoredQuote } from '../stored-outline.ts';
import type { CaptionsRead, WantedTracks } from '../stored-tracks.ts';
import type { Created, Maybe } from './columns.ts';

/** Recordings on their way in, what they are made into, and what is kept of them. */
export type VideoTables = {
  uploads: {
    id: Generated<string>;
    user_id: string;
    key: string;
    title: Maybe<string>;
    file_name: Maybe<string>;
    size: Maybe<number>;
    received: Generated<number>;
    promised: Generated<number>;
    state: Generated<'open' | 'complete' | 'rejected' | 'cancelled'>;
    problem: Maybe<string>;
    created_at: Created;
    touched_at: Created;
    idle_since: Maybe<number>;
    idle_touched_at: Maybe<Date>;
    writer: Maybe<string>;
    writer_seen_at: Maybe<Date>;
  };
  recording_letters: { video_id: string; failure_posted_at: Maybe<Date> };
  upload_parts: { upload_id: string; n: number; first: number };
  provider_assets: {
    id: string;
    upload_id: Maybe<string>;
    url: Maybe<string>;
    asset_id: Maybe<string>;
    captions_id: Maybe<string>;
    asked_at: Maybe<Date>;
    created_at: Created;
  };
  moves: {
    video_id: string;
    target: 'mux' | 'local';
    state: Generated<'waiting' | 'begun' | 'done' | 'failed'>;
    problem: Maybe<string>;
    asked_at: Created;
    settled_at: Maybe<Date>;
  };
  videos: {
    id: string;
    user_id: string;
    asset_id: string;
    playback_id: string;
    captions_track_id: Maybe<string>;
    file_name: Maybe<string>;
    byte_size: Generated<number>;
    is_sample: Generated<boolean>;
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
    wanted_tracks: JSONColumnType<WantedTracks | null, string | null | undefined, string | null>;
    captions_read: JSONColumnType<CaptionsRead | null, string | null | undefined, string | null>;
    remote: JSONColumnType<Remote | null, string | null | undefined, string | null>;
    playable: Generated<boolean>;
    has_thumbnail: Generated<boolean>;
    storyboard: JSONColumnType<Storyboard | null, string | null | undefined, string | null>;
    slides: Maybe<number[]>;
    transcript_source: Maybe<'file' | 'embedded' | 'speech'>;
    transcript_language: Maybe<string>;
    transcript_estimated: Generated<boolean>;
    transcript_alignment: Maybe<'aligned' | 'unlike'>;
    recognised_speakers: JSONColumnType<string[], string | undefined>;
    outline_engine: Maybe<string>;
    outline_of: Maybe<string>;
    folding: Maybe<number>;
    created_at: Created;
    deleted_at: Maybe<Date>;
    looked_at: Maybe<Date>;
    lost_at: Maybe<Date>;
  };
  steps: {
    video_id: string;
    step: StepName;
    state: Generated<StepState>;
    progress: Generated<number>;
    note: Maybe<string>;
    problem: Maybe<string>;
    run: Maybe<string>;
    needs_engine: Generated<boolean>;
    started_at: Maybe<Date>;
    finished_at: Maybe<Date>;
  };
  caption_files: { id: string; file_name: string; bytes: Buffer; encoding: Maybe<string>; created_at: Created };
  cues: {
    video_id: string;
    n: number;
    start_s: number;
    end_s: number;
    text: string;
    speaker: Maybe<string>;
    span: Maybe<string>;
    span_own: Maybe<number>;
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
  speaker_parts: { video_id: string; n: number; identity: string; speakers: JSONColumnType<PartSpeaker[]> };
  speaker_turns: {
    video_id: string;
    identity: string;
    /** Seconds from and to, and the number of who speaks. */
    turns: JSONColumnType<[number, number, number][]>;
  };
  voices: {
    user_id: string;
    video_id: string;
    name: string;
    identity: string;
    voice: JSONColumnType<number[]>;
    kept_at: Created;
  };
  slides: {
    video_id: string;
    start_s: number;
    end_s: number;
    title: string;
    text: string;
    folded: Maybe<string>;
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
    edited: Generated<('title' | 'summary' | 'quote')[]>;
    /** Title, summary, quotes. */
    folded: Maybe<string[]>;
  };
  earlier_outlines: {
    video_id: string;
    kind: 'chapters' | 'summary' | 'redrawn' | 'titled';
    regenerated_at: Date;
    restored: Generated<boolean>;
    outline: JSONColumnType<Outline>;
  };
  chapter_places: {
    video_id: string;
    places: ColumnType<RankedPlaces | null, string | null, string | null>;
    wish: 'fewer' | 'more' | null;
  };
  clips: {
    id: Generated<string>;
    video_id: string;
    start_s: number;
    end_s: number;
    state: Generated<'waiting' | 'running' | 'done' | 'failed'>;
    progress: Generated<number>;
    problem: Maybe<string>;
    byte_size: Maybe<number>;
    wanted_at: Created;
    created_at: Created;
  };
  clip_removals: { clip_id: string; video_id: string };
  highlights: {
    id: Generated<string>;
    video_id: string;
    start_s: number;
    end_s: number;
    words: string;
    note: Generated<string>;
    folded_words: Maybe<string>;
    folded_note: Maybe<string>;
    created_at: Created;
    removed_at: Maybe<Date>;
  };
};
