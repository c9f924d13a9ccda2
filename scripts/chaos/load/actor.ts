import type { Member } from '../member.ts';
import type { Oracle, Video } from '../oracle.ts';
import type { Random } from '../random.ts';
import type { Recordings } from '../recordings.ts';
import type { Wire } from '../wire.ts';

/** Somebody who does one thing after the other for a member. */
export type Actor = { member: Member; random: Random; oracle: Oracle; wire: Wire; recordings: Recordings };

/** One thing that is done, and how often compared with others. */
export type Action = { name: string; weight: number; run(actor: Actor): Promise<void> };

/** One of the member's videos that are there for certain. */
export function aVideo(
  { member, random, oracle }: Actor,
  isMeant: (video: Video) => boolean = () => true,
): Video | undefined {
  const own = [...oracle.videos.values()].filter(
    (video) => video.member === member && video.state === 'present' && isMeant(video),
  );
  return own.length === 0 ? undefined : random.pick(own);
}

/** A video whose chapters are there, so that there is something to change. */
export const aWrittenVideo = (actor: Actor): Video | undefined => aVideo(actor, ({ written }) => written);
