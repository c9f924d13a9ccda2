import type { Readable } from 'node:stream';
import type { Timeline } from '@lectern/contract/rules/timeline';
import type { OwnerSemaphore } from '../../platform/limits/semaphore.ts';
import type { LocalCopy, OpenObject, Storage } from '../storage/port.ts';
import type { ArrivingMedia } from './arriving.ts';

/** A caption track inside a recording; `embeddedCaptions` reads it. `track` is the number of its stream. */
export type CaptionTrack = {
  track: number;
  codec: string;
  /** ISO 639 code as the file gives it. */
  language?: string;
  /** Pictures of text (DVD, Blu-ray): cannot be read as text. */
  image: boolean;
  /** Shown unless somebody chooses another. */
  isDefault?: true;
  /** Shown beside the sound of its language: signs, and what is said in another one. */
  isForced?: true;
  /** As the file calls it. */
  title?: string;
  /**
   * Closed captions (CEA-608) in the data beside the pictures of the stream: to read them, all of it is decoded. ffmpeg's
   * name of the container's format.
   */
  pictures?: string;
};

/** A track of sound among others, by the number of its stream. */
export type SoundTrack = NonNullable<MediaInfo['audio']> & {
  stream: number;
  /** As the file calls it. */
  title?: string;
  isDefault?: true;
  /** For some people alone, or on top of another one: a commentary, a description of the pictures, a dubbed one. */
  isBeside?: true;
  /** Share of the recording, 0 to 1, if the file tells. */
  share?: number;
};

/** Properties of a recording, derived from its content. Plain data: stored in the database as JSON. */
export type MediaInfo = {
  kind: 'video' | 'audio';
  /** Name of the container format, for people. */
  container: string;
  /** Seconds. */
  duration: number;
  /** Seconds the file was to last, where its end is missing. */
  claimedDuration?: number;
  /**
   * Byte ranges, end exclusive, and seconds of consecutive recordings in the file, played as one. `head` locates the
   * head of a recording without its own.
   */
  pieces?: readonly { start: number; end: number; head?: { start: number; end: number }; duration: number }[];
  /**
   * Seconds in which its last picture begins and its sound ends, as far as the file tells; undefined where it only
   * estimates.
   */
  lasts?: { picture?: number; sound?: number };
  /** Numbers of its streams that are encrypted: they are left out. */
  encrypted?: readonly number[];
  /** Describes, for people, parts of the file that are not played. */
  unread?: string;
  /**
   * Displayed width and height, rotation applied (degrees clockwise). `stream`: the file's chosen stream, otherwise
   * the first proper one. `end`: last picture's second, if sound continues long after.
   */
  video?: {
    stream?: number;
    codec: string;
    width: number;
    height: number;
    frameRate: number;
    rotation: number;
    end?: number;
  };
  /**
   * `cuttable` is false if samples cannot be played consecutively as they are. `mixed` lists the streams to mix, one
   * per speaker; `stream` is then unset.
   */
  audio?: {
    stream?: number;
    codec: string;
    channels: number;
    sampleRate: number;
    /** ISO 639 code as the file gives it. */
    language?: string;
    cuttable?: false;
    mixed?: readonly number[];
  };
  /**
   * All its tracks of sound, of which `audio` is the chosen one. Older versions, and providers, tell nothing of them.
   */
  sounds?: readonly SoundTrack[];
  captionTracks: CaptionTrack[];
  /**
   * - `direct`: browsers can play it; segments are cut from the original on request - `repackage`: known codecs,
   * copied into another container first - `transcode`: re-encoded, which takes longer
   */
  playback: 'direct' | 'repackage' | 'transcode';
  /** Why it is not played directly, for people. */
  reason?: string;
  /** It plays, and not all of its pictures have been looked at. */
  unproven?: true;
};

/** A track of sound as that which is heard: what it is called among others stays in the list of them. */
export function heardSound(track: SoundTrack): Omit<SoundTrack, 'title' | 'isDefault' | 'isBeside' | 'share'> {
  const { title: _, isDefault: __, isBeside: ___, share: ____, ...audio } = track;
  return audio;
}

/** The stream that is heard where an original is played as it is. */
export const playableSoundOf = ({ audio }: Pick<MediaInfo, 'audio'>): Pick<PlayableRecording, 'sound'> =>
  audio?.stream === undefined ? {} : { sound: audio.stream };

/** Whether a copy in another container takes the sound over as it is; else that is re-encoded. */
export const copiesSound = ({ audio }: Pick<MediaInfo, 'audio'>): boolean =>
  audio === undefined || (audio.codec === 'aac' && audio.cuttable !== false && !audio.mixed);

/** A recording that lies with a provider, by the provider's names. Plain data: kept in the database as JSON. */
export type Remote = { asset: string; playback: string };

/** A recording: a file of this machine, or one that lies with a provider. */
export type RecordingOrigin = string | Remote;

/**
 * A file with sound: the stream to use or those to mix, and its recordings if several, as in `MediaInfo`. Default: one
 * of each.
 */
export type SoundFile = {
  path: string;
  stream?: number | undefined;
  mixed?: readonly number[] | undefined;
  pieces?: MediaInfo['pieces'];
};
export type Sound = string | SoundFile;

/** The sound of a recording that lies in a file of this machine. */
export const soundIn = (path: string, info: Pick<MediaInfo, 'audio' | 'pieces'> | null | undefined): SoundFile => ({
  path,
  stream: info?.audio?.stream,
  mixed: info?.audio?.mixed,
  pieces: info?.pieces,
});

/**
 * Original or rendition, with its index: keys of `storage`, or local files. With `remote`, neither exists. `sound`: its
 * stream to play. `received`: bytes, while it arrives.
 */
export type PlayableRecording = { file: string; index: string; sound?: number; received?: number } & {
  storage?: Storage;
  remote?: Remote;
};

/** Content that others may load without this server. Times in seconds, widths in pixels. */
export type LinkTarget =
  | { kind: 'stream' }
  | { kind: 'thumbnail'; time: number; width: number }
  | { kind: 'storyboard' }
  | { kind: 'file'; name: string };

/**
 * Outcome of a direct upload. `gone`: it will never produce a recording. `unknown`: the settings belong to another
 * account.
 */
export type DirectUploadState =
  | { state: 'unknown' }
  | { state: 'waiting' }
  | { state: 'gone'; problem?: 'broken_media' }
  | { state: 'made'; asset: string; remote?: Remote };

/** Subject of a provider's signed event: our recording id or the provider's names, nothing more. */
export type ProviderEvent = { id?: string | undefined; upload?: string | undefined; asset?: string | undefined };

/** Captions by an id that changes with them, the address of their WebVTT and the ISO 639 code of their language. */
export type ProviderCaptions = { id: string; url: string; language: string | undefined };

/**
 * Seconds of an asset that were delivered. `id` is ours of its recording, where the provider was told one; it may be
 * anybody's.
 */
export type Delivered = { id: string | undefined; asset: string; seconds: number };

/**
 * Receives, keeps and delivers recordings for us. Throws `storage_unavailable` (a later attempt may succeed) and
 * `media_pending` (not made yet). Unknown items count as gone.
 */
export type Provider = {
  readonly kind: 'mux';

  /** Content-Security-Policy sources that its URLs need. */
  readonly sources: Readonly<Record<'connect-src' | 'img-src' | 'media-src', readonly string[]>>;

  /** Names where Mux Data collects how recordings play; undefined where nobody measures that. */
  readonly dataKey: string | undefined;

  /** An address to which a page of `origin` sends the recording that is known here by `id`. */
  begin(upload: { id: string; origin: string }): Promise<{ upload: string; url: string }>;

  /** Sends a recording that lies here to such an address in the place of a page, from where an earlier try ended. */
  send(url: string, recording: OpenObject, signal?: AbortSignal): Promise<void>;

  became(upload: string): Promise<DirectUploadState>;

  /** The uploads that were begun for `id`, for one whose name was lost in a crash. */
  begunFor(id: string): Promise<string[]>;

  /** Ends an upload; resolves with what became of it, for its last byte may have come before. */
  cancel(upload: string): Promise<DirectUploadState>;

  /** Has an asset show these captions in the place of those it has, or none. Harmless to repeat. */
  putCaptions(asset: string, captions: ProviderCaptions | null): Promise<void>;

  /** Whether it has an asset still. */
  has(asset: string): Promise<boolean>;

  /** Deletes an asset and all that was made of it. False where there was none, as in another account. */
  remove(asset: string): Promise<boolean>;

  /** Deliveries per asset between two full hours, including assets deleted since. */
  delivered(from: Date, to: Date): Promise<Delivered[]>;

  /** Milliseconds after which the deliveries of an hour are known for good, and for which they can be asked for. */
  readonly deliveries: { knownAfter: number; keptFor: number };

  /** Checks the signature over the body as it came. Throws `bad_signature`, and `bad_request` for what is no event. */
  readEvent(body: string, headers: Readonly<Record<string, string | string[] | undefined>>): Promise<ProviderEvent>;

  /** The recording, or only its sound where that is to be had, as a file of this machine. */
  fetch(remote: Remote, what: 'whole' | 'sound', signal?: AbortSignal): Promise<LocalCopy>;

  /** The file that people download, with the ending of its name. `read` asks for its bytes. */
  download(remote: Remote): Promise<{ ending: string; read(): Promise<Readable> }>;
};

/**
 * The playable result; a copy that cannot be cut correctly is re-encoded. `written` lists the files in publishing
 * order, dependencies first.
 */
export type PreparedMedia = PlayableRecording & { info: MediaInfo; written: readonly string[] };

/** ISO 639 code of their language, where it is known, and bits a second of their rendition at most. */
export type CaptionsRendition = { language: string | undefined; bandwidth: number };

/** Range of a timeline that holds whole segments, from number `first` to `last`. */
export type SegmentRange = { first: number; last: number; start: number; end: number };

/** Media bytes to send; read as they are consumed, because there may be many. */
export type ByteStream = { size: number; content: Readable };

export type ProgressOptions = {
  signal?: AbortSignal;
  /** 0 to 1. */
  onProgress?: (fraction: number) => void;
};

/** `sound` is the stream to be heard, where the recording has that one. */
export type Inspection = {
  sound?: number | undefined;
  /** For whom it is read: they take turns. */
  owner?: string | undefined;
  /**
   * Told of a recording that plays as it is, with the files of its index in publishing order. The rest, for which
   * nobody waits, is looked for then.
   */
  early?: { index: string; onPlayable: (info: MediaInfo, written: readonly string[]) => Promise<void> };
};

/** How a recording is made playable. */
export type Preparation = ProgressOptions &
  Pick<Inspection, 'owner'> & {
    /** Told, before it is re-encoded, what will be played then. What it throws leaves that to another time. */
    beforeEncoding?: (info: MediaInfo) => void;
  };

/** Sheets of small pictures for previews in the time line, row by row, sheet by sheet. */
export type Storyboard = {
  /** Seconds from one tile to the next. */
  interval: number;
  tiles: number;
  tileWidth: number;
  tileHeight: number;
  columns: number;
  rows: number;
  sheets: number;
};

/**
 * Inspects, plays (HLS) and cuts recordings. Times are seconds on the HLS timeline. Throws `not_media`, `empty_file`,
 * `broken_media`, `unreadable_media` (providers cannot tell which), `protected_media`, `media_engine_missing` (no
 * ffmpeg), `media_failed`.
 */
export type Media = ArrivingMedia & {
  /** Name and version of the encoder, for people. */
  readonly engine: string;
  /** Lines for the operator's console, such as a missing ffmpeg. */
  readonly notices: readonly string[];

  /** Where recordings are received and kept; undefined where this server does both itself. */
  readonly provider: Provider | undefined;

  /** Finds out what a recording is. Never trusts its name. */
  inspect(source: RecordingOrigin, signal?: AbortSignal, how?: Inspection): Promise<MediaInfo>;

  /**
   * An address where others read it for some hours, and not after `until`; undefined where only this server can hand it
   * out.
   */
  link(playable: Pick<PlayableRecording, 'remote'>, what: LinkTarget, until?: Date): Promise<string | undefined>;

  /**
   * Writes the index, and first the rendition if the original cannot be played directly, as local files. Repeatable:
   * leaves everything or nothing new.
   */
  prepare(
    original: RecordingOrigin,
    info: MediaInfo,
    target: { rendition: string; index: string },
    work?: Preparation,
  ): Promise<PreparedMedia>;

  /**
   * With a rendition of subtitles, `captions.m3u8` beside it, where there are captions. Keyframes to look through only
   * for the whole recording.
   */
  multivariantPlaylist(playable: PlayableRecording, timeline?: Timeline, captions?: CaptionsRendition): Promise<string>;
  /** Lists the segments of `growToSegments`, default all. */
  mediaPlaylist(playable: PlayableRecording, timeline?: Timeline): Promise<string>;
  /** The fewest whole segments that hold a timeline. Throws `media_failed` unless it has exactly one range. */
  growToSegments(playable: PlayableRecording, timeline: Timeline): Promise<readonly SegmentRange[]>;
  /** Playlist of single keyframes, shown while scrubbing. Throws `not_found` for audio. */
  iframePlaylist(playable: PlayableRecording): Promise<string>;
  /** Initialization segment for keyframes. Throws `not_found` for audio. */
  pictureInit(playable: PlayableRecording): Promise<Buffer>;
  /** A keyframe as a segment of its own. Throws `not_found` past the last one. */
  keyframe(playable: PlayableRecording, n: number): Promise<ByteStream>;
  initSegment(playable: PlayableRecording): Promise<Buffer>;
  /** Seconds of it that have arrived. */
  arrivedSeconds(playable: PlayableRecording): Promise<number>;
  /** Throws `not_found` past the last one. */
  segment(playable: PlayableRecording, n: number): Promise<ByteStream>;

  /**
   * A disk-cached JPEG, width rounded up but never above the source; null for audio. `keyframe` takes the previous
   * keyframe, which is faster. Without `turn`, `owner` takes member turns.
   */
  thumbnail(
    playable: PlayableRecording,
    at: { time: number; width: number; keyframe?: boolean },
    how?: { signal?: AbortSignal; turn?: OwnerSemaphore; owner?: string },
  ): Promise<Buffer | null>;

  /** A PNG of exactly the frame shown at this time, in full resolution. Null for audio. Owners take turns. */
  screenshot(
    playable: PlayableRecording,
    time: number,
    how?: { signal?: AbortSignal; owner?: string },
  ): Promise<Buffer | null>;

  /**
   * One pass over the keyframes: writes `sheet-0.jpg` … into `folder` and finds the slide changes
   * (seconds, ascending). Null for audio.
   */
  storyboard(
    playable: PlayableRecording,
    folder: string,
    work?: ProgressOptions,
  ): Promise<{ storyboard: Storyboard; slides: number[] } | null>;

  /**
   * Writes `[start, end)` as an MP4 file (M4A content for audio), frame-accurate at both ends. `how` tells whether
   * almost all was copied or everything re-encoded.
   */
  clip(
    playable: PlayableRecording,
    range: { start: number; end: number },
    outFile: string,
    work?: ProgressOptions,
  ): Promise<{ how: 'copied' | 'encoded' }>;

  /** A caption track that is text as WebVTT. */
  embeddedCaptions(recording: Sound, track: CaptionTrack, signal?: AbortSignal): Promise<string>;

  /**
   * The sound in one channel of 16,000 samples a second, 16 bits each, little-endian, from a second on. The decoder
   * waits while nobody reads. Nothing for a recording without sound.
   */
  samples(sound: Sound, from: number, signal?: AbortSignal): AsyncIterable<Buffer>;

  /** Writes the sound of `[start, end)` as a small M4A file, good enough for speech recognition. */
  speechFile(sound: Sound, range: { start: number; end: number }, outFile: string, signal?: AbortSignal): Promise<void>;

  /** Drops what is kept in memory and in the cache for the recordings whose files or keys are in this folder. */
  forget(folder: string): Promise<void>;

  /** Ends every child process. */
  close(): Promise<void>;
};
