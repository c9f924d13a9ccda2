/**
 * A cue as its file has it, before tidying. Times are seconds; `text` is free of tags, may have line breaks, and is as long
 * as somebody's turn: tidying makes lines of it.
 */
export type FileCue = { start: number; end?: number; text: string; speaker?: string };

/** What a reader found. `broken` counts the cues that it had to leave out. */
export type CaptionFile = {
  cues: FileCue[];
  broken: number;
  language?: string | undefined;
  /** The file has words and no times: those of the cues are what an ordinary pace makes of them. */
  untimed?: true;
  /** What the numbers of the file were taken for, where it does not say that itself. */
  guessedUnit?: string;
};

/** Most cues kept of one file: a whole day with one each second. */
export const maxCues = 86_400;

/** Latest time believed, in seconds: 100 hours. */
export const maxTime = 360_000;
