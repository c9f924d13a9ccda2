import { Problem } from '@lectern/contract/problem';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Speakers, SpeakerTurn, Voice } from '../../../ports/speech/speakers/port.ts';
import { listener, localRecording } from '../../storage/recording.ts';
import { cuesOf, nameCues, digestTranscript } from '../cues.ts';
import { keepTurns, speakerTurnsOf, labelCues, hasNoSpeakers } from '../label-cues.ts';
import { captionsChanged } from '../../videos/captions-track.ts';
import { videoById, type VideoRow } from '../../videos/find-video.ts';
import { lockVideo } from '../../videos/lock-video.ts';
import type { StepResult, StepHandler, StepRun } from '../../videos/pipeline.ts';
import { closeSpeakersJournal, openSpeakersJournal, keepsVoices, voiceprintsOf } from './store.ts';

/**
 * Tells the speakers of a transcript apart that says of no word who says it. What voices sound like goes however it
 * ends.
 */
export const speakersStep: StepHandler = async (world, video, run) => {
  const outcome = await toldApart(world, video, run);
  return {
    ...outcome,
    save: async (tx) => {
      await lockVideo(tx, video.id);
      await closeSpeakersJournal(tx, video.id);
      await outcome.save?.(tx);
    },
  };
};

const toldApart = async (world: World, video: VideoRow, run: StepRun): Promise<StepResult> => {
  const { speakers } = world;
  if (!speakers) return { state: 'skipped', note: 'speakers are not told apart on this server' };
  if (!video.media?.audio) return { state: 'skipped', note: 'no sound' };
  const kept = await speakerTurnsOf(world.database.kysely, video.id);
  // The transcript that has come meanwhile was named when it came.
  if (kept) return { note: noteOf(kept) };
  if (!hasNoSpeakers(await cuesOf(world.database.kysely, video.id)))
    return { state: 'skipped', note: 'the transcript names its speakers' };
  const { turns, voices } = await heard(world, speakers, video, run);
  return {
    note: noteOf(turns),
    save: async (tx) => {
      await keepTurns(tx, video.id, speakers.identity, turns);
      await nameSpeakers(tx, video.id, turns, await knownNames(tx, speakers, video, voices));
    },
  };
};

const noteOf = (turns: readonly SpeakerTurn[]): string => {
  const count = new Set(turns.map(({ speaker }) => speaker)).size;
  return count === 1 ? '1 speaker' : `${count} speakers`;
};

async function heard(world: World, speakers: Speakers, video: VideoRow, run: StepRun) {
  try {
    const journal = await openSpeakersJournal(world.database.kysely, video.id, listener(speakers.identity, video));
    return await speakers.tellApart({
      owner: video.workspace_id,
      open: () => localRecording(world, video, 'sound', run.signal),
      duration: video.duration,
      journal,
      signal: run.signal,
      onProgress: run.progress,
    });
  } catch (error) {
    throw inOtherWords(error);
  }
}

/** Nobody who waits for the names of speakers lacks a transcript. */
function inOtherWords(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const { code, cause } = error;
  if (code === 'speech_unreachable')
    return new Problem(code, { cause, detail: 'The models that tell speakers apart could not be downloaded.' });
  if (code === 'speech_refused')
    return new Problem(code, { cause, detail: 'Telling speakers apart is not configured correctly on this service.' });
  if (code === 'speech_failed') return new Problem(code, { cause, detail: 'The speakers could not be told apart.' });
  return error;
}

/**
 * Finds names by the member's stored voiceprints, if the member keeps them. When two speakers match one name, neither
 * gets it.
 */
async function knownNames(
  tx: Queryable,
  speakers: Speakers,
  { workspace_id: workspaceId }: VideoRow,
  voices: readonly Voice[],
): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  if (!(await keepsVoices(tx, workspaceId))) return names;
  const known = await voiceprintsOf(tx, workspaceId, speakers.identity);
  for (const [speaker, voice] of voices.entries()) {
    const name = speakers.recognise(voice, known);
    if (name !== undefined) names.set(speaker, name);
  }
  const namesakes = Map.groupBy(names.values(), (name) => name);
  return new Map([...names].filter(([, name]) => namesakes.get(name)!.length === 1));
}

/** Names who speaks. Chapters that were written from the same words stay as they are, and are not out of date. */
async function nameSpeakers(
  tx: Queryable,
  videoId: string,
  turns: readonly SpeakerTurn[],
  known: ReadonlyMap<number, string>,
): Promise<void> {
  const before = await cuesOf(tx, videoId);
  const named = labelCues(before, turns, { known });
  if (!hasNoSpeakers(before) || hasNoSpeakers(named)) return;
  await nameCues(tx, videoId, named);
  const { outline_transcript_digest: outline } = (await videoById(tx, videoId))!;
  const said = new Set(named.map(({ speaker }) => speaker));
  await captionsChanged(tx, videoId, {
    recognised_speakers: [...known.values()].filter((name) => said.has(name)),
    ...(outline === digestTranscript(before) ? { outline_transcript_digest: digestTranscript(named) } : {}),
  });
}
