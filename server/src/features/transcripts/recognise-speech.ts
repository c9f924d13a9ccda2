import type { Cue } from '@lectern/contract/transcripts/cue';
import type { World } from '../../platform/http/context.ts';
import type { SpeechInTurns, SpeechSegment, TimeRange, RecognisedWord } from '../../ports/speech/port.ts';
import { termsFor } from './glossary/rules-of.ts';
import { listener, localRecording } from '../storage/recording.ts';
import type { VideoRow } from '../videos/find-video.ts';
import type { StepRun } from '../videos/pipeline.ts';
import { openJournal } from './speech-journal.ts';
import { cuesOfWords } from './words-to-cues.ts';

type SpokenTranscript = {
  cues: Cue[];
  language: string | undefined;
  note: string;
  /** Where the engine heard speech; undefined when it does not tell. */
  heard: TimeRange[] | undefined;
};

/** The language most segments are in. */
function languageOf(segments: readonly SpeechSegment[]): string | undefined {
  const seconds = new Map<string, number>();
  for (const { language, start, end } of segments)
    if (language) seconds.set(language, (seconds.get(language) ?? 0) + end - start);
  return [...seconds].toSorted((one, other) => other[1] - one[1])[0]?.[0];
}

/** A run of the transcript; `handsOver`: what needs the engine is for a job that may wait for it. */
export type TranscriptRun = StepRun & { handsOver?: true };

/** Only reading captions shows that it is needed. */
export class NeedsEngine extends Error {
  constructor() {
    super('The speech of the recording must be recognised.');
  }
}

type Recognised = { words: RecognisedWord[]; language: string | undefined; heard: TimeRange[] | undefined };

/** Recognises the speech of a recording with sound; resumes an interrupted run. */
export async function transcribe(
  world: World,
  speech: SpeechInTurns,
  video: VideoRow,
  run: TranscriptRun,
): Promise<Recognised> {
  if (run.handsOver) throw new NeedsEngine();
  const journal = await openJournal(world.database.kysely, video.id, listener(speech.identity, video));
  await using scratch = await world.scratch.folder();
  await speech.recognise({
    owner: video.user_id,
    open: () => localRecording(world, video, 'sound', run.signal),
    scratch: scratch.path,
    duration: video.duration,
    journal,
    terms: await termsFor(world.database.kysely, video.user_id),
    signal: run.signal,
    onProgress: run.progress,
  });
  run.signal.throwIfAborted();
  return {
    words: journal.segments.flatMap(({ words }) => words),
    language: languageOf(journal.segments),
    heard: speech.detectsSpeech ? [...journal.segments] : undefined,
  };
}

/** The transcript by the speech engine of the settings; undefined without one. No cues when nobody says anything. */
export async function fromSpeech(
  world: World,
  video: VideoRow,
  run: TranscriptRun,
): Promise<SpokenTranscript | undefined> {
  const { speech } = world;
  if (!speech) return undefined;
  if (!video.media?.audio) return { cues: [], language: undefined, note: 'no sound', heard: undefined };
  const { words, ...rest } = await transcribe(world, speech, video, run);
  return { cues: cuesOfWords(words), note: `recognised by ${speech.label}`, ...rest };
}
