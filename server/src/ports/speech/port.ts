import type { Sound, SoundFile } from '../media/port.ts';
import type { LocalCopy } from '../storage/port.ts';

/** Seconds from the start of the recording. */
export type TimeRange = { start: number; end: number };

/** A word as it is written, with the punctuation that belongs to it. `confidence` is 0 to 1. */
export type Word = TimeRange & { text: string; speaker?: string; confidence?: number };

/** What was recognised in one stretch of a recording: the unit that is saved and never done twice. */
export type SpeechSegment = TimeRange & {
  words: Word[];
  /** BCP 47, when the engine tells it. */
  language?: string;
};

/** What an engine has done so far for one recording. It outlives the process. */
export type SpeechJournal = {
  /** In the order of time, those of an earlier run that was cut off included. */
  readonly segments: readonly SpeechSegment[];
  /** Name of work that a provider does for us. */
  readonly job: string | undefined;
  addSegment(segment: SpeechSegment): Promise<void>;
  saveJob(job: string | undefined): Promise<void>;
  /** What a provider answered, word for word, under a name: what was paid for once is not asked for again. */
  answer(name: string): Promise<string | undefined>;
  keepAnswer(name: string, body: string): Promise<void>;
};

export type Recognition = {
  /** Whose recording it is: where they wait, owners take turns. */
  owner?: string;
  file: Sound;
  /** A folder for files that are needed meanwhile; whoever made it removes it. */
  scratch: string;
  /** Seconds. */
  duration: number;
  journal: SpeechJournal;
  /** Names and jargon as they are written, the most important first: for engines that take them. */
  terms?: readonly string[];
  signal: AbortSignal;
  /** `fraction` is 0 to 1; `note` is for the person who waits. */
  onProgress: (fraction: number, note?: string) => void;
};

export type MissingModel = { bytes: number; licence: string };

/** What is recognised when its turn comes: what waits holds no copy of its recording. */
export type Waiting = Omit<Recognition, 'file'> & { open(): Promise<LocalCopy & SoundFile> };

/** An engine whose recordings wait for their turn. */
export type SpeechInTurns = Omit<Speech, 'recognise'> & { recognise(waiting: Waiting): Promise<void> };

/**
 * The door to speech recognition: a recording in, words with their times into the journal, segment by segment.
 * Failures are `Problem`s: `speech_failed` and `speech_busy` may be cured by another attempt, `speech_unreachable`
 * by a connection, `speech_refused`,
 * `speech_unpaid` and `speech_declined` may not; and those of the media port.
 */
export type Speech = {
  /** Engine, model and whatever else changes the result: what was saved under another identity is not used. */
  readonly identity: string;
  /** For people, after "recognised by". */
  readonly label: string;
  /** Every stretch where it heard speech is a segment, also when it understood no word of it. */
  readonly detectsSpeech: boolean;
  /** What will be fetched before it can work; undefined once it is there, and for engines that fetch nothing. */
  missing?(): Promise<MissingModel | undefined>;
  /** Goes on where the journal ends. Resolves when the recording is through; rejects with the signal's reason. */
  recognise(recognition: Recognition): Promise<void>;
  /** Ends every child process. */
  close(): Promise<void>;
};
