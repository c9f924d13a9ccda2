import type { ChaosMember } from './member.ts';
import type { ExpectedVideo, Oracle } from './oracle.ts';
import type { RandomSource } from './random.ts';
import type { RecordingSource } from './recordings.ts';
import type { Wire } from './wire.ts';

/** Somebody who does one thing after the other for a member. */
export type LoadActor = {
  member: ChaosMember;
  random: RandomSource;
  oracle: Oracle;
  wire: Wire;
  recordings: RecordingSource;
};

/** One thing that is done, and how often compared with others. */
export type Action = { name: string; weight: number; run(actor: LoadActor): Promise<void> };

/** One of the member's videos that are there for certain. */
export function aVideo(
  { member, random, oracle }: LoadActor,
  isMeant: (video: ExpectedVideo) => boolean = () => true,
): ExpectedVideo | undefined {
  const own = [...oracle.videos.values()].filter(
    (video) => video.member === member && video.state === 'present' && isMeant(video),
  );
  return own.length === 0 ? undefined : random.pick(own);
}

/** A video whose chapters are there, so that there is something to change. */
export const aWrittenVideo = (actor: LoadActor): ExpectedVideo | undefined => aVideo(actor, ({ written }) => written);
