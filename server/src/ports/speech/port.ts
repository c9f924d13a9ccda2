import type { Sound, SoundFile } from '../media/port.ts';
import type { LocalCopy } from '../storage/port.ts';

/** Seconds from the start of the recording. */
export type TimeRange = { start: number; end: number };

/** A word as it is written, with the punctuation that belongs to it. `confidence` is 0 to 1. */
export type RecognisedWord = TimeRange & { text: string; speaker?: string; confidence?: number };

/** Words of one time range of a recording; the unit that is saved and never recognised twice. */
export type SpeechSegment = TimeRange & {
  words: RecognisedWord[];
  /** BCP 47, when the engine tells it. */
  language?: string;
};

/** Progress of an engine for one recording; it outlives the process. */
export type SpeechJournal = {
  /** In the order of time, those of an earlier run that was cut off included. */
  readonly segments: readonly SpeechSegment[];
  /** Name of work that a provider does for us. */
  readonly job: string | undefined;
  addSegment(segment: SpeechSegment): Promise<void>;
  saveJob(job: string | undefined): Promise<void>;
  /** A provider's raw answer under a name, kept so that paid work is not requested again. */
  answer(name: string): Promise<string | undefined>;
  keepAnswer(name: string, body: string): Promise<void>;
};

export type Recognition = {
  /** Owner of the recording; owners take turns in the queue. */
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

/** A recognition that waits in the queue; it opens a copy of the recording only in its turn. */
export type Waiting = Omit<Recognition, 'file'> & { open(): Promise<LocalCopy & SoundFile> };

/** An engine whose recordings wait for their turn. */
export type SpeechInTurns = Omit<SpeechEngine, 'recognise'> & { recognise(waiting: Waiting): Promise<void> };

/**
 * Recognises speech and journals timed words by segment. Retry may cure `speech_failed` and `speech_busy`, a
 * connection `speech_unreachable`; never `speech_refused`, `speech_unpaid` or `speech_declined`. Throws media problems
 * too.
 */
export type SpeechEngine = {
  /** Engine, model and whatever else changes the result: what was saved under another identity is not used. */
  readonly identity: string;
  /** For people, after "recognised by". */
  readonly label: string;
  /** Every stretch where it heard speech is a segment, also when it understood no word of it. */
  readonly detectsSpeech: boolean;
  /** The model to fetch before it can work; undefined once present, and for engines that fetch nothing. */
  missing?(): Promise<MissingModel | undefined>;
  /** Goes on where the journal ends. Resolves when the recording is through; rejects with the signal's reason. */
  recognise(recognition: Recognition): Promise<void>;
  /** Ends every child process. */
  close(): Promise<void>;
};

/** Settings under which no speech engine can work. Stops the start; the message is one line for the operator. */
export class SpeechConfigError extends Error {
  override readonly name = 'SpeechConfigError';
  readonly plain = true;
}
