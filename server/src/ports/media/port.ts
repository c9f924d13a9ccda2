/** A caption track inside a recording. `track` names it to `embeddedCaptions`. */
export type CaptionTrack = {
  track: number;
  codec: string;
  /** ISO 639 code as the file gives it. */
  language?: string;
  /** Pictures of text (DVD, Blu-ray): cannot be read as text. */
  image: boolean;
};

/** What a recording is, found out from its content. Plain data: kept in the database as JSON. */
export type MediaInfo = {
  kind: 'video' | 'audio';
  /** Name of the container format, for people. */
  container: string;
  /** Seconds. */
  duration: number;
  /** Width and height as displayed (rotation applied). `rotation` in degrees clockwise. */
  video?: { codec: string; width: number; height: number; frameRate: number; rotation: number };
  audio?: { codec: string; channels: number; sampleRate: number };
  captionTracks: CaptionTrack[];
  /**
   * - `direct`: browsers can play it; segments are cut from the original on request
   * - `repackage`: browsers know the codecs, the container is copied into another one first
   * - `transcode`: it is encoded anew, which takes a while
   */
  playback: 'direct' | 'repackage' | 'transcode';
  /** Why it is not played directly, for people. */
  reason?: string;
};

/** What is played: the original or its rendition, and the file of its keyframe and segment index. */
export type Playable = { file: string; index: string };

export type Work = {
  signal?: AbortSignal;
  /** 0 to 1. */
  onProgress?: (fraction: number) => void;
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
 * `broken_media`, `media_engine_missing` (ffmpeg is needed and not there), `media_failed`.
 */
export type Media = {
  /** What decodes and encodes, with its version, for people. */
  readonly engine: string;
  /** Lines for the operator's console, such as a missing ffmpeg. */
  readonly notices: readonly string[];

  /** Finds out what a file is. Never trusts its name. */
  inspect(file: string, signal?: AbortSignal): Promise<MediaInfo>;

  /**
   * Makes a recording playable: writes the index, and before it the rendition where the original cannot be played
   * directly. Repeatable: leaves either everything or nothing new.
   */
  prepare(
    original: string,
    info: MediaInfo,
    target: { rendition: string; index: string },
    work?: Work,
  ): Promise<Playable>;

  multivariantPlaylist(playable: Playable): Promise<string>;
  mediaPlaylist(playable: Playable): Promise<string>;
  initSegment(playable: Playable): Promise<Buffer>;
  /** Throws `not_found` past the last one. */
  segment(playable: Playable, n: number): Promise<Buffer>;

  /**
   * A JPEG picture, `width` pixels wide (rounded up to one of a few widths, never wider than the source), kept in a
   * disk cache. With `keyframe` the keyframe before the time, which is faster. Null for audio.
   */
  thumbnail(
    playable: Playable,
    at: { time: number; width: number; keyframe?: boolean },
    signal?: AbortSignal,
  ): Promise<Buffer | null>;

  /** A PNG of exactly the frame shown at this time, in full resolution. Null for audio. */
  screenshot(playable: Playable, time: number, signal?: AbortSignal): Promise<Buffer | null>;

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
   * almost all was copied or everything encoded anew.
   */
  clip(
    playable: Playable,
    range: { start: number; end: number },
    outFile: string,
    work?: Work,
  ): Promise<{ how: 'copied' | 'encoded' }>;

  /** A text caption track as WebVTT. */
  embeddedCaptions(file: string, track: number, signal?: AbortSignal): Promise<string>;

  /**
   * The sound in one channel of 16,000 samples a second, 16 bits each, little-endian, from a second on. The decoder
   * waits while nobody reads. Nothing for a recording without sound.
   */
  samples(file: string, from: number, signal?: AbortSignal): AsyncIterable<Buffer>;

  /** Writes the sound of `[start, end)` as a small M4A file, good enough for speech recognition. */
  speechFile(file: string, range: { start: number; end: number }, outFile: string, signal?: AbortSignal): Promise<void>;

  /** Drops what is kept in memory and in the cache for the recordings in this folder. */
  forget(folder: string): Promise<void>;

  /** Ends every child process. */
  close(): Promise<void>;
};
