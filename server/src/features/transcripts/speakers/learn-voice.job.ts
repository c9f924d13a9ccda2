import type { Cue } from '@lectern/contract/transcripts/cue';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { localRecording } from '../../storage/recording.ts';
import { cuesOf } from '../cues.ts';
import { isLabel } from '../label-cues.ts';
import { videoById, type VideoRow } from '../../videos/find-video.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { dropVoice, keepVoice, keepsVoices, mayKeepVoice } from './store.ts';

/**
 * Stores the voiceprint of a speaker a member has named, if the member wants that; deletes it once the name is gone or
 * no engine exists. Repeatable.
 */
export const learnVoiceJob: JobDefinition<World, { videoId: string; name: string; by?: string; taken?: true }> = {
  name: 'learn-voice',
  // The engine takes turns by itself: one member's leaves a place to the others.
  slots: 2,
  fairByMember: true,
  maxPerMember: 1,
  async run(world, { videoId, name, by, taken }, { signal }) {
    const { speakers } = world;
    // Without an engine the job continues only when cues were taken from a speaker.
    if (!speakers && !taken) return;
    const db = world.database.kysely;
    const video = await videoById(db, videoId);
    if (!video || !(await keepsVoices(db, video.workspace_id))) return;
    const said = await saidBy(db, video, name);
    const voice = speakers && said && (await heardIn(world, speakers, video, said, signal));
    await world.database.transaction(async (tx) => {
      const now = await lockVideoIfThere(tx, videoId);
      if (!now || !(await keepsVoices(tx, now.workspace_id))) return;
      const saidNow = await saidBy(tx, now, name);
      // Others have got the name while it listened, or other captions have come: it listens once more.
      if (saidNow && timesOf(saidNow) !== timesOf(said ?? []))
        await world.jobs.enqueue('learn-voice', { videoId, name, by }, { tx, member: now.workspace_id });
      else if (speakers && saidNow && voice && (await mayKeepVoice(tx, now.workspace_id, name)))
        await keepVoice(tx, {
          workspaceId: now.workspace_id,
          videoId,
          name,
          namedBy: by ?? null,
          identity: speakers.identity,
          voice,
        });
      else await dropVoice(tx, videoId, name);
    });
  },
};

/**
 * Returns the cues of a speaker that a person has named; undefined for labels, recognised names and estimated times.
 */
async function saidBy(db: Queryable, video: VideoRow, name: string): Promise<Cue[] | undefined> {
  if (isLabel(name) || video.recognised_speakers.includes(name) || video.transcript_estimated) return undefined;
  const cues = (await cuesOf(db, video.id)).filter(({ speaker }) => speaker === name);
  return cues.length > 0 ? cues : undefined;
}

const timesOf = (cues: readonly Cue[]): string => cues.map(({ start, end }) => `${start} ${end}`).join();

async function heardIn(
  world: World,
  speakers: NonNullable<World['speakers']>,
  video: VideoRow,
  stretches: readonly Cue[],
  signal: AbortSignal,
) {
  if (!video.media?.audio) return undefined;
  return await speakers.voiceIn({
    owner: video.workspace_id,
    open: () => localRecording(world, video, 'sound', signal),
    stretches,
    signal,
    onProgress: () => undefined,
  });
}
