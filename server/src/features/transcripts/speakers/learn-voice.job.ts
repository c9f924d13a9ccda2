import type { Cue } from '@lectern/contract/transcripts/cue';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { JobDefinition } from '../../../platform/jobs/jobs.ts';
import { localRecording } from '../../storage/recording.ts';
import { cuesOf } from '../cues.ts';
import { isLabel } from '../label-cues.ts';
import { videoById, type VideoRow } from '../../videos/find-video.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { dropVoice, keepVoice, keepsVoices } from './store.ts';

/**
 * Keeps what somebody sounds like whom a member has named in a video, so that other recordings know them; and forgets it
 * where they are not called so any more, or where no engine is there that could listen. Only for members who want it. Repeatable: it looks at what is so now.
 */
export const learnVoiceJob: JobDefinition<{ videoId: string; name: string; taken?: true }> = {
  name: 'learn-voice',
  // The engine takes turns by itself: one member's leaves a place to the others.
  slots: 2,
  fairByMember: true,
  maxPerMember: 1,
  async run(world, { videoId, name, taken }, { signal }) {
    const { speakers } = world;
    // Whoever cannot listen knows only that words were taken from somebody.
    if (!speakers && !taken) return;
    const db = world.database.kysely;
    const video = await videoById(db, videoId);
    if (!video || !(await keepsVoices(db, video.user_id))) return;
    const said = await saidBy(db, video, name);
    const voice = speakers && said && (await heardIn(world, speakers, video, said, signal));
    await world.database.transaction(async (tx) => {
      const now = await lockVideoIfThere(tx, videoId);
      if (!now || !(await keepsVoices(tx, now.user_id))) return;
      const saidNow = await saidBy(tx, now, name);
      // Others have got the name while it listened, or other captions have come: it listens once more.
      if (saidNow && timesOf(saidNow) !== timesOf(said ?? []))
        await world.jobs.enqueue('learn-voice', { videoId, name }, { tx, member: now.user_id });
      else if (speakers && saidNow && voice)
        await keepVoice(tx, { userId: now.user_id, videoId, name, identity: speakers.identity, voice });
      else await dropVoice(tx, videoId, name);
    });
  },
};

/** What somebody says of whom a person has said that it is them; undefined for nobody's words, and guessed times. */
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
    owner: video.user_id,
    open: () => localRecording(world, video, 'sound', signal),
    stretches,
    signal,
    onProgress: () => undefined,
  });
}
