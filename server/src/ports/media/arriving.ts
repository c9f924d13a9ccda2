/**
 * A recording of `size` bytes of which the first `arrived` are in `file`, and perhaps those from `first` on in another
 * one. Neither needs to be what the other says.
 */
export type Arriving = {
  file: string;
  size: number;
  arrived: number;
  tail?: { file: string; first: number } | undefined;
};

/** The word of the tables of a recording that will play as it is: seconds, and the stream that is heard. */
export type ArrivingInfo = { kind: 'video' | 'audio'; duration: number; sound?: number };

/** The work on a recording that is on its way. */
export type ArrivingMedia = {
  /** A recording of this machine will be inspected soon: what takes time to start is started. */
  expectRecording(): void;

  /** Begins to read a whole file for the `inspect` of the same content that has this `index` for `early`. */
  lookAhead(file: string, how: { index: string; owner: string }): void;

  /** Writes the index of what will play as it is; null where that cannot be told. */
  indexArriving(recording: Arriving, how: { index: string; owner: string }): Promise<ArrivingInfo | null>;
};
