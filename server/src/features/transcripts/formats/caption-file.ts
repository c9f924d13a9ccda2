/**
 * A raw cue of a file, before tidying. Times are seconds; `text` has no tags, may have line breaks and may be a whole
 * speaker turn.
 */
export type FileCue = { start: number; end?: number; text: string; speaker?: string };

/** The result of a reader. `broken` counts the cues it had to skip. */
export type CaptionFile = {
  cues: FileCue[];
  broken: number;
  language?: string | undefined;
  /** The file has words and no times: those of the cues are what an ordinary pace makes of them. */
  untimed?: true;
  /** The unit assumed for the numbers, when the file does not state one. */
  guessedUnit?: string;
};

/** Most cues kept of one file: a whole day with one each second. */
export const maxCues = 86_400;

/** Latest time believed, in seconds: 100 hours. */
export const maxTime = 360_000;

/** Seconds, to the millisecond: captions know nothing smaller. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
