import { sql } from 'kysely';
import { boundedText } from '@lectern/contract/text';
import { z } from 'zod';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { enqueueNextMove, type MoveTarget, insertMoves } from '../../storage/moves.ts';

/** Where videos are to lie; `only` these, or all. */
export const MoveRequest = z.object({ target: z.enum(['mux', 'local']), only: z.array(boundedText(100)).optional() });
export type MoveRequest = z.infer<typeof MoveRequest>;

type Candidate = {
  id: string;
  title: string;
  remote: object | null;
  is_sample: boolean;
  playable: boolean;
  lost_at: Date | null;
};

/** A waiting video, with the title to show. */
export type RequestedVideo = Pick<Candidate, 'id' | 'title'>;

/** Locked: none of them arrives where it is to go before it is written down that it shall. */
async function candidates(tx: Queryable, only: readonly string[] | undefined): Promise<Candidate[]> {
  const all = tx
    .selectFrom('videos')
    .select(['id', 'title', 'remote', 'is_sample', 'playable', 'lost_at'])
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .forUpdate();
  return only ? all.where('id', '=', sql<string>`any(${only}::uuid[])`).execute() : all.execute();
}

function reasonToStay(
  { remote, is_sample: isSample, playable, lost_at: lost }: Candidate,
  target: MoveTarget,
): string | undefined {
  if ((remote === null) === (target === 'local')) return 'is there already';
  if (isSample) return 'is the sample that came with the product, which stays here';
  // A video lost at the provider may still have its original here.
  return playable || lost ? undefined : 'cannot be played yet and stays where it is until then';
}

/**
 * Records videos to move; jobs move them one by one, even if the caller leaves. Reports named or waiting videos that do
 * not move. Throws `MoveError`.
 */
export async function requestMoves(
  world: World,
  { target, only }: MoveRequest,
  tell: (line: string) => void,
): Promise<RequestedVideo[]> {
  if (!world.media.provider) throw new MoveError('MEDIA: the server that runs here was started without MEDIA=mux.');
  const strange = only?.find((id) => !z.uuid().safeParse(id).success);
  if (strange !== undefined) throw new MoveError(`${strange} is not the id of a video.`);
  const found = await world.database.transaction(async (tx) => {
    const all = await candidates(tx, only);
    const missing = only?.find((id) => !all.some((each) => each.id === id.toLowerCase()));
    if (missing !== undefined) throw new MoveError(`There is no video ${missing}.`);
    const ids = all.filter((each) => !reasonToStay(each, target)).map(({ id }) => id);
    await insertMoves(tx, target, ids);
    await enqueueNextMove(world, tx);
    return all;
  });
  for (const each of found) {
    const reason = reasonToStay(each, target);
    if (reason && (only || !each.playable)) tell(`${each.id} “${each.title}”: ${reason}.`);
  }
  return found.filter((each) => !reasonToStay(each, target));
}

/** Videos cannot be moved as things are. The message is one line for the operator, who can mend it. */
export class MoveError extends Error {
  override readonly name = 'MoveError';
  /** Tells the command that the message alone says all. */
  readonly plain = true;
}
