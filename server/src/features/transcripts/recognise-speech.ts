import type { Cue } from '@lectern/contract/transcripts/cue';
import type { World } from '../../platform/http/context.ts';
import type {
  SpeechInTurns,
  SpeechSegment,
  TimeRange,
  RecognisedWord,
  SpeechJournal,
} from '../../ports/speech/port.ts';
import { termsFor } from './glossary/rules-of.ts';
import { listener, localRecording } from '../storage/recording.ts';
import type { VideoRow } from '../videos/find-video.ts';
import type { StepRun } from '../videos/pipeline.ts';
import { cuesOfWords } from './words-to-cues.ts';
import { Problem } from '@lectern/contract/problem';
import { isTemporary } from '../../platform/http/problem-of.ts';
import { inOwnPlace, inThread } from '../../platform/subprocess/thread.ts';
import type { Aligned } from './aligning/aligned.ts';
import type { ToAlign } from './aligning/align.thread.ts';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Queryable } from '../../platform/database/database.ts';

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
async function transcribe(
  world: World,
  speech: SpeechInTurns,
  video: VideoRow,
  run: TranscriptRun,
): Promise<Recognised> {
  if (run.handsOver) throw new NeedsEngine();
  const journal = await openJournal(world.database.kysely, video.id, listener(speech.identity, video));
  await using scratch = await world.scratch.folder();
  await speech.recognise({
    owner: video.workspace_id,
    open: () => localRecording(world, video, 'sound', run.signal),
    scratch: scratch.path,
    duration: video.duration,
    journal,
    terms: await termsFor(world.database.kysely, video.workspace_id),
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

const thread = new URL('./aligning/align.thread.ts', import.meta.url);

/** Fewer of its words than this, as a share, and a text is not that of the recording, or nobody understood it. */
const fewest = 0.3;

type AlignedToSpeech = {
  /** Undefined where too little of it was heard: then its times are estimated. */
  cues?: Cue[];
  /** The outcome, shown to the member. */
  note: string;
  alignment: 'aligned' | 'unlike' | null;
  language?: string | undefined;
  heard?: TimeRange[] | undefined;
};

const estimated = 'from your transcript, which has no times: they are estimated';

/**
 * Times a text without times by recognising the recording. Without an engine, or when it fails for good, the times are
 * estimated and the person is told.
 */
export async function alignToSpeech(
  world: World,
  video: VideoRow,
  cues: readonly Cue[],
  run: TranscriptRun,
): Promise<AlignedToSpeech> {
  const { speech } = world;
  if (!speech || !video.media?.audio) return { note: estimated, alignment: null };
  try {
    const { words, language, heard } = await transcribe(world, speech, video, run);
    const input: ToAlign = { cues, words, duration: video.duration };
    const { cues: found, share } = await inThread<Aligned>(thread, input, inOwnPlace(run.signal));
    if (share >= fewest)
      return {
        cues: found,
        note: `from your transcript, aligned to what ${speech.label} heard`,
        alignment: 'aligned',
        language,
        heard,
      };
    const percent = Math.round(share * 100);
    return { note: `${estimated}, since only ${percent} % of its words were heard`, alignment: 'unlike', heard };
  } catch (error) {
    run.signal.throwIfAborted();
    if (!(error instanceof Problem) || isTemporary(error)) throw error;
    if (error.retryable && error.code !== 'speech_unreachable' && !run.lastAttempt) throw error;
    world.log.warn({ err: error.cause, video: video.id }, `A transcript was not aligned: ${error.text}`);
    return { note: `${estimated}, since speech could not be recognised`, alignment: null };
  }
}

/** The journal of a video's recognition. What an engine of another identity left is thrown away. */
export async function openJournal(db: Queryable, videoId: string, identity: string): Promise<SpeechJournal> {
  await db.deleteFrom('speech_runs').where('video_id', '=', videoId).where('identity', '!=', identity).execute();
  await db.deleteFrom('speech_answers').where('video_id', '=', videoId).where('identity', '!=', identity).execute();
  await db
    .insertInto('speech_runs')
    .values({ video_id: videoId, identity })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const run = await db
    .selectFrom('speech_runs')
    .select('job')
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom('speech_segments')
    .select(['start_s', 'end_s', 'words', 'language'])
    .where('video_id', '=', videoId)
    .orderBy('n')
    .execute();
  const segments: SpeechSegment[] = rows.map(({ start_s, end_s, words, language }) => ({
    start: start_s,
    end: end_s,
    words,
    ...(language === null ? {} : { language }),
  }));
  let { job } = run;
  return {
    segments,
    get job() {
      return job ?? undefined;
    },
    async addSegment(segment) {
      await db
        .insertInto('speech_segments')
        .values({
          video_id: videoId,
          n: segments.length,
          start_s: segment.start,
          end_s: segment.end,
          words: JSON.stringify(segment.words),
          language: segment.language ?? null,
        })
        .execute();
      segments.push(segment);
    },
    async saveJob(next) {
      await db
        .updateTable('speech_runs')
        .set({ job: next ?? null })
        .where('video_id', '=', videoId)
        .execute();
      job = next ?? null;
    },
    async answer(name) {
      const row = await db
        .selectFrom('speech_answers')
        .select('body')
        .where('video_id', '=', videoId)
        .where('name', '=', name)
        .executeTakeFirst();
      return row && (await promisify(gunzip)(row.body)).toString();
    },
    async keepAnswer(name, text) {
      const body = await promisify(gzip)(text);
      await db
        .insertInto('speech_answers')
        .values({ video_id: videoId, identity, name, body })
        .onConflict((conflict) => conflict.columns(['video_id', 'name']).doUpdateSet({ body, received_at: new Date() }))
        .execute();
    },
  };
}

/** Forgets a recognition whose transcript is saved. */
export const closeJournal = (tx: Queryable, videoId: string): Promise<unknown> =>
  tx.deleteFrom('speech_runs').where('video_id', '=', videoId).execute();
