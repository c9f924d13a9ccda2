import type { ModelPaths } from './models.ts';

/** First message to the child; samples then arrive on stdin (16 kHz, 16 bits, one channel). */
export type RecognitionStart = {
  vad: string;
  model: ModelPaths;
  language: string | undefined;
  threads: number;
  /** Segments that an earlier run has recognised: they are found again and not recognised again. */
  skip: number;
};

/** A recognised stretch: its tokens with seconds from its own beginning, as the recogniser gives them. */
export type Recognised = {
  kind: 'segment';
  /** Seconds from the beginning of the samples. */
  start: number;
  end: number;
  pieces: RecognisedPiece[];
};

export type RecognisedPiece = {
  /** Seconds from the beginning of the samples. */
  start: number;
  end: number;
  text: string;
  tokens: string[];
  timestamps: number[];
  durations: number[];
  /** Natural logarithms of the probabilities of the tokens. */
  logProbabilities: number[];
  language: string;
};

export type FromChild =
  /** The models are loaded. */
  | { kind: 'ready' }
  /** It has listened to so many seconds. Also a sign of life. */
  | { kind: 'heard'; seconds: number }
  | Recognised
  | { kind: 'done' }
  | { kind: 'failed'; message: string };
