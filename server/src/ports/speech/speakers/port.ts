import type { SoundFile } from '../../media/port.ts';
import type { LocalCopy } from '../../storage/port.ts';
import type { MissingModel, TimeRange } from '../port.ts';

/** What a voice sounds like: a direction of length one. Those of one person lie close together. */
export type Voice = readonly number[];

/** Somebody who speaks in one part of a recording, and how they sound there. */
export type PartSpeaker = { turns: TimeRange[]; voice: Voice };

/** What was found in one recording so far, part by part. It outlives the process. */
export type SpeakersJournal = {
  readonly parts: readonly (readonly PartSpeaker[])[];
  addPart(speakers: readonly PartSpeaker[]): Promise<void>;
};

/** Somebody speaks; speakers are counted from 0 in the order in which they begin. */
export type Turn = TimeRange & { speaker: number };

type Listening = {
  /** Whose recording it is: where they wait, owners take turns. */
  owner: string;
  /** Its file, wanted when its turn comes: what waits holds no copy of it. */
  open(): Promise<LocalCopy & SoundFile>;
  signal: AbortSignal;
  /** `note` is for the person who waits. */
  onProgress: (fraction: number, note?: string) => void;
};

/**
 * The door to telling voices apart. Failures are `Problem`s, those of the speech port: `speech_failed` may be cured by
 * another attempt, `speech_unreachable` by a connection, `speech_refused` may not; and those of the media port.
 */
export type Speakers = {
  /** Model and whatever else changes the result: what was found under another identity is not used. */
  readonly identity: string;
  /** What will be fetched before it can work; undefined once it is there. */
  missing(): Promise<MissingModel | undefined>;
  /** Who speaks when, and how each of them sounds. Goes on where the journal ends. */
  tellApart(
    work: Listening & { duration: number; journal: SpeakersJournal },
  ): Promise<{ turns: Turn[]; voices: Voice[] }>;
  /** How whoever speaks in some stretches sounds; undefined where they are too short to tell. */
  voiceIn(work: Listening & { stretches: readonly TimeRange[] }): Promise<Voice | undefined>;
  /** Whose of some known voices this is, if it is one of them. One name may have several. */
  recognise(voice: Voice, known: readonly { name: string; voice: Voice }[]): string | undefined;
};
