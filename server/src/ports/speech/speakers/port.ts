import type { SoundFile } from '../../media/port.ts';
import type { LocalCopy } from '../../storage/port.ts';
import type { MissingModel, TimeRange } from '../port.ts';

/** A voiceprint: a vector of length one. Those of one person lie close together. */
export type Voice = readonly number[];

/** Somebody who speaks in one part of a recording, and how they sound there. */
export type PartSpeaker = { turns: TimeRange[]; voice: Voice };

/** Speakers found in one recording so far, part by part; it outlives the process. */
export type SpeakersJournal = {
  readonly parts: readonly (readonly PartSpeaker[])[];
  addPart(speakers: readonly PartSpeaker[]): Promise<void>;
};

/** Somebody speaks; speakers are counted from 0 in the order in which they begin. */
export type SpeakerTurn = TimeRange & { speaker: number };

type Listening = {
  /** Owner of the recording; owners take turns in the queue. */
  owner: string;
  /** Its file, wanted when its turn comes: what waits holds no copy of it. */
  open(): Promise<LocalCopy & SoundFile>;
  signal: AbortSignal;
  /** `note` is for the person who waits. */
  onProgress: (fraction: number, note?: string) => void;
};

/**
 * Separates speakers by voice. Throws speech problems, of which retry may cure `speech_failed` and a connection
 * `speech_unreachable`, but not `speech_refused`; and media problems.
 */
export type Speakers = {
  /** Model and whatever else changes the result: what was found under another identity is not used. */
  readonly identity: string;
  /** The model to fetch before it can work; undefined once present. */
  missing(): Promise<MissingModel | undefined>;
  /** Returns speaker turns and a voiceprint per speaker. Continues where the journal ends. */
  tellApart(
    work: Listening & { duration: number; journal: SpeakersJournal },
  ): Promise<{ turns: SpeakerTurn[]; voices: Voice[] }>;
  /** How whoever speaks in some stretches sounds; undefined where they are too short to tell. */
  voiceIn(work: Listening & { stretches: readonly TimeRange[] }): Promise<Voice | undefined>;
  /** Returns the name of the matching known voice, if any. A name may have several voices. */
  recognise(voice: Voice, known: readonly { name: string; voice: Voice }[]): string | undefined;
};
