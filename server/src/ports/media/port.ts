import type { Readable } from 'node:stream';
import type { Turn } from '../../platform/limits/semaphore.ts';
import type { LocalCopy, OpenObject, Storage } from '../storage/port.ts';

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
  /** Of the recording, from 0 to 1, where the file tells. */
  share?: number;
};

/** What a recording is, found out from its content. Plain data: kept in the database as JSON. */
export type MediaInfo = {
  kind: 'video' | 'audio';
  /** Name of the container format, for people. */
  container: string;
  /** Seconds. */
  duration: number;
  /** Seconds the file was to last, where its end is missing. */
  claimedDuration?: number;
  /**
   * Where each of several recordings in the file lies, in bytes without the end, and its seconds. They are played as one.
   * `head` is where the head stands of one that has none of its own.
   */
  pieces?: readonly { start: number; end: number; head?: { start: number; end: number }; duration: number }[];
  /** Seconds in which its last picture begins and its sound ends, as far as the file tells; undefined where it only estimates. */
  lasts?: { picture?: number; sound?: number };
  /** Numbers of its streams that are encrypted: they are left out. */
  encrypted?: readonly number[];
  /** What of the file is not played, for people. */
  unread?: string;
  /**
   * Width and height as displayed (rotation applied). `rotation` in degrees clockwise. `stream` is the number of the
   * chosen one among the file's streams, where the file tells which it means; the first proper one otherwise. `end` is
   * the second of its last picture, where sound goes on long after it.
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
   * `cuttable` is false where its samples cannot be played one after the other as they are. `mixed` are the numbers of the
   * streams it is mixed of, where several people are heard on a track each: `stream` is that of none then.
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
  /** All its tracks of sound, of which `audio` is the chosen one. Older versions, and providers, tell nothing of them. */
  sounds?: readonly SoundTrack[];
  captionTracks: CaptionTrack[];
  /**
   * - `direct`: browsers can play it; segments are cut from the original on request
   * - `repackage`: browsers know the codecs, the container is copied into another one first
   * - `transcode`: it is re-encoded, which takes a while
   */
  playback: 'direct' | 'repackage' | 'transcode';
  /** Why it is not played directly, for people. */
  reason?: string;
};

/** A track of sound as that which is heard: what it is called among others stays in the list of them. */
export function heardSound(track: SoundTrack): Omit<SoundTrack, 'title' | 'isDefault' | 'isBeside' | 'share'> {
  const { title: _, isDefault: __, isBeside: ___, share: ____, ...audio } = track;
  return audio;
}

/** The stream that is heard where an original is played as it is. */
export const heardIn = ({ audio }: Pick<MediaInfo, 'audio'>): Pick<Playable, 'sound'> =>
  audio?.stream === undefined ? {} : { sound: audio.stream };

/** Whether a copy in another container takes the sound over as it is; else that is re-encoded. */
export const copiesSound = ({ audio }: Pick<MediaInfo, 'audio'>): boolean =>
  audio === undefined || (audio.codec === 'aac' && audio.cuttable !== false && !audio.mixed);

/** A recording that lies with a provider, by the provider's names. Plain data: kept in the database as JSON. */
export type Remote = { asset: string; playback: string };

/** A recording: a file of this machine, or one that lies with a provider. */
export type Source = string | Remote;

/**
 * A file with sound, the number of the stream that is meant or those that are mixed, and where its recordings lie if there are several: those of
 * `MediaInfo`. Without, it has one of each.
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
 * What is played: the original or its rendition, and its keyframe and segment index. Both are keys of `storage`, or files
 * of this machine without one. Neither is there where `remote` is. `sound` is the stream of an original that is heard.
 */
export type Playable = { file: string; index: string; sound?: number; storage?: Storage; remote?: Remote };

/** What others may read of a recording without us. Seconds, and pixels wide. */
export type LinkTarget =
  | { kind: 'stream' }
  | { kind: 'thumbnail'; time: number; width: number }
  | { kind: 'storyboard' }
  | { kind: 'file'; name: string };

/** What became of a direct upload. `gone`: nothing will ever come of it. `unknown`: the settings are of another account. */
export type DirectUploadState =
  | { state: 'unknown' }
  | { state: 'waiting' }
  | { state: 'gone'; problem?: 'broken_media' }
  | { state: 'made'; asset: string; remote?: Remote };

/** What a provider's signed event is about: our id of the recording, or the provider's names. It tells nothing more. */
export type ProviderEvent = { id?: string | undefined; upload?: string | undefined; asset?: string | undefined };

/** Captions by an id that changes with them, the address of their WebVTT and the ISO 639 code of their language. */
export type ProviderCaptions = { id: string; url: string; language: string | undefined };

/** Seconds of an asset that were delivered. `id` is ours of its recording, where the provider was told one; it may be anybody's. */
export type Delivered = { id: string | undefined; asset: string; seconds: number };

/**
 * A service that receives, keeps and delivers recordings in our place. Failures are `Problem`s: `storage_unavailable`,
 * which a later attempt may cure, and `media_pending` for what the provider has not made yet. What it knows nothing of
 * (any more) counts as gone.
 */
export type Provider = {
  readonly kind: 'mux';

  /** What its addresses need of a page's Content-Security-Policy. */
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

  /** What was delivered between two full hours, by asset, also of assets that were deleted since. */
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
 * What is played, and how it came to that: a copy that cannot be cut truthfully is re-encoded after all. `written` are
 * the files that were made, in the order in which they may be published: what one of them needs comes before it.
 */
export type Prepared = Playable & { info: MediaInfo; written: readonly string[] };

/** ISO 639 code of their language, where it is known, and bits a second of their rendition at most. */
export type Captions = { language: string | undefined; bandwidth: number };

/** Segments that lie beside each other, by their numbers, and when they begin and end, in seconds. */
export type SegmentRange = { first: number; last: number; start: number; end: number };

/** What is sent of a recording: its bytes are read as they are taken, and may be many. */
export type ByteStream = { size: number; content: Readable };

export type Work = {
  signal?: AbortSignal;
  /** 0 to 1. */
  onProgress?: (fraction: number) => void;
};

/** How a recording is made playable. */
export type Preparation = Work & {
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
 * Recordings: looking into them, playing them by HLS, taking pictures and clips out of them.
 * All times are seconds on the time line that HLS plays. Failures are `Problem`s: `not_media`, `empty_file`,
 * `broken_media`, `unreadable_media` (one of the two, as far as a provider tells), `protected_media`, `media_engine_missing` (ffmpeg is needed and not there), `media_failed`.
 */
export type Media = {
  /** What decodes and encodes, with its version, for people. */
  readonly engine: string;
  /** Lines for the operator's console, such as a missing ffmpeg. */
  readonly notices: readonly string[];

  /** Where recordings are received and kept; undefined where this server does both itself. */
  readonly provider: Provider | undefined;

  /** Finds out what a recording is. Never trusts its name. `sound` is the stream to be heard, where it has that one. */
  inspect(source: Source, signal?: AbortSignal, sound?: number): Promise<MediaInfo>;

  /** An address where others read it for some hours, and not after `until`; undefined where only this server can hand it out. */
  link(playable: Pick<Playable, 'remote'>, what: LinkTarget, until?: Date): Promise<string | undefined>;

  /**
   * Makes a recording playable: writes the index, and before it the rendition where the original cannot be played
   * directly, as files of this machine. Repeatable: leaves either everything or nothing new.
   */
  prepare(
    original: Source,
    info: MediaInfo,
    target: { rendition: string; index: string },
    work?: Preparation,
  ): Promise<Prepared>;

  /** With a rendition of subtitles, `captions.m3u8` beside it, where there are captions. */
  multivariantPlaylist(playable: Playable, captions?: Captions): Promise<string>;
  mediaPlaylist(playable: Playable): Promise<string>;
  /** The fewest segments that hold `[start, end)`. */
  stretchOf(playable: Playable, range: { start: number; end: number }): Promise<SegmentRange>;
  /** The same two of these segments alone, on a time line that begins with the first; without keyframes to look through. */
  multivariantPlaylistOf(playable: Playable, captions?: Captions): Promise<string>;
  mediaPlaylistOf(playable: Playable, stretch: SegmentRange): Promise<string>;
  /** What players show while one looks through the recording: single keyframes. Throws `not_found` for audio. */
  iframePlaylist(playable: Playable): Promise<string>;
  /** What is needed before any keyframe. Throws `not_found` for audio. */
  pictureInit(playable: Playable): Promise<Buffer>;
  /** A keyframe as a segment of its own. Throws `not_found` past the last one. */
  keyframe(playable: Playable, n: number): Promise<ByteStream>;
  initSegment(playable: Playable): Promise<Buffer>;
  /** Throws `not_found` past the last one. */
  segment(playable: Playable, n: number): Promise<ByteStream>;

  /**
   * A JPEG picture, `width` pixels wide (rounded up to one of a few widths, never wider than the source), kept in a
   * disk cache. With `keyframe` the keyframe before the time, which is faster. Null for audio. `turn` is waited for
   * when the picture must be made; otherwise the turns of members, in which `owner` is who it is for.
   */
  thumbnail(
    playable: Playable,
    at: { time: number; width: number; keyframe?: boolean },
    how?: { signal?: AbortSignal; turn?: Turn; owner?: string },
  ): Promise<Buffer | null>;

  /** A PNG of exactly the frame shown at this time, in full resolution. Null for audio. Owners take turns. */
  screenshot(playable: Playable, time: number, how?: { signal?: AbortSignal; owner?: string }): Promise<Buffer | null>;

  /**
   * One pass over the keyframes: writes `sheet-0.jpg` … into `folder` and finds the slide changes
   * (seconds, ascending). Null for audio.
   */
  storyboard(
    playable: Playable,
    folder: string,
    work?: Work,
  ): Promise<{ storyboard: Storyboard; slides: number[] } | null>;

  /**
   * Writes `[start, end)` as an MP4 file (M4A content for audio), frame-accurate at both ends. `how` tells whether
   * almost all was copied or everything re-encoded.
   */
  clip(
    playable: Playable,
    range: { start: number; end: number },
    outFile: string,
    work?: Work,
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
