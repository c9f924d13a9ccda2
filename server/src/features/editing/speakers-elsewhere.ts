import type { Input, Reply } from '@lectern/contract/route';
import type { transcriptRoutes } from '@lectern/contract/transcripts/transcripts';
import type { Context } from '../../platform/http/context.ts';
import { recordingsOfSpeakers, speakerNamesOf } from '../transcripts/cues.ts';
import { isLabel } from '../transcripts/label-cues.ts';
import { videosOfMember } from '../videos/plan-limit.ts';
import { ownVideo } from '../videos/find-video.ts';

/** Where else the speakers of a video speak. Nobody is somebody else's 'Speaker 2'. */
export async function speakersElsewhere(
  { database: { kysely: db }, member }: Context<'member'>,
  { passthrough }: Input<typeof transcriptRoutes.speakersElsewhere>,
): Promise<Reply<typeof transcriptRoutes.speakersElsewhere>> {
  const video = await ownVideo(db, member.id, passthrough);
  const names = (await speakerNamesOf(db, video.id)).filter((name) => !isLabel(name));
  const others = (await videosOfMember(db, member.id)).filter((id) => id !== video.id);
  return { data: await recordingsOfSpeakers(db, others, names) };
}
