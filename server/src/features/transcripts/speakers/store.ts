import type { StoredVoiceprint } from '@lectern/contract/transcripts/voices';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Voice } from '../../../ports/speech/speakers/port.ts';

/** Whether a member wants the voices to be kept that they name. */
export async function keepsVoices(db: Queryable, userId: string): Promise<boolean> {
  const user = await db
    .selectFrom('users')
    .select('voice_recognition')
    .where('id', '=', userId)
    // Locks the row in a transaction, so that an opt-out made meanwhile is respected before a voiceprint is stored.
    .$if(db.isTransaction, (query) => query.forShare())
    .executeTakeFirst();
  return user?.voice_recognition ?? false;
}

/** The voices a member has named, as one engine hears them. */
export const voiceprintsOf = (
  db: Queryable,
  userId: string,
  identity: string,
): Promise<{ name: string; voice: Voice }[]> =>
  db
    .selectFrom('voices')
    .select(['name', 'voiceprint as voice'])
    .where('user_id', '=', userId)
    .where('identity', '=', identity)
    .orderBy('name')
    .execute();

export async function keepVoice(
  tx: Queryable,
  {
    userId,
    videoId,
    name,
    identity,
    voice,
  }: { userId: string; videoId: string; name: string; identity: string; voice: Voice },
): Promise<void> {
  const kept = { identity, voiceprint: JSON.stringify(voice), kept_at: new Date() };
  await tx
    .insertInto('voices')
    .values({ user_id: userId, video_id: videoId, name, ...kept })
    .onConflict((conflict) => conflict.columns(['video_id', 'name']).doUpdateSet(kept))
    .execute();
}

/** Forgets what somebody sounds like in a video. */
export const dropVoice = (tx: Queryable, videoId: string, name: string): Promise<unknown> =>
  tx.deleteFrom('voices').where('video_id', '=', videoId).where('name', '=', name).execute();

/** The videos of whose telling apart something is kept. */
export async function videosWithParts(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('speaker_parts').select('video_id').distinct().execute();
  return rows.map((row) => row.video_id);
}

/** The names of a member's voices, and in how many recordings each was named. */
export async function listVoiceprintNames(db: Queryable, userId: string): Promise<StoredVoiceprint[]> {
  const rows = await db
    .selectFrom('voices')
    .select(({ fn }) => ['name', fn.count<number>('video_id').as('recordings'), fn.max('kept_at').as('kept_at')])
    .where('user_id', '=', userId)
    .groupBy('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ ...row, kept_at: row.kept_at.toISOString() }));
}

/** Forgets a member's voices, or those of one name. Returns how many there were. */
export async function forgetVoices(tx: Queryable, userId: string, name?: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('voices')
    .where('user_id', '=', userId)
    .$if(name !== undefined, (query) => query.where('name', '=', name!))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
