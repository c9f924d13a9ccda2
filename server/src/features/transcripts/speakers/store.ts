import type { StoredVoiceprint } from '@lectern/contract/transcripts/voices';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Voice, SpeakersJournal } from '../../../ports/speech/speakers/port.ts';
import { sql } from 'kysely';
import type { World } from '../../../platform/http/context.ts';
import { recoverOrphans } from '../../../platform/jobs/recover-orphans.ts';
import { isAgreed, isCalledLike } from '../../accounts/workspaces/voice-consent.ts';
import { lockVideoIfThere } from '../../videos/lock-video.ts';
import { jobKey } from '../../videos/step-jobs.ts';

/** Whether a member wants the voices to be kept that they name. */
export async function keepsVoices(db: Queryable, workspaceId: string): Promise<boolean> {
  const workspace = await db
    .selectFrom('workspaces')
    .select('voice_recognition')
    .where('id', '=', workspaceId)
    // Locks the row in a transaction, so that an opt-out made meanwhile is respected before a voiceprint is stored.
    .$if(db.isTransaction, (query) => query.forShare())
    .executeTakeFirst();
  return workspace?.voice_recognition ?? false;
}

/** Whether a voice of this name may be kept: a person's where others are only with their consent. */
export async function mayKeepVoice(tx: Queryable, workspaceId: string, name: string): Promise<boolean> {
  const row = await tx
    .selectNoFrom(isAgreed(sql`${workspaceId}::uuid`, sql`${name}::text`).as('agreed'))
    .executeTakeFirstOrThrow();
  return row.agreed;
}

/** Forgets voices that are called like this person. */
export async function forgetVoicesCalled(tx: Queryable, workspaceId: string, { id }: { id: string }): Promise<void> {
  await tx
    .deleteFrom('voices')
    .using('users')
    .where('users.id', '=', id)
    .where('voices.workspace_id', '=', workspaceId)
    .where(isCalledLike(sql.ref('voices.name')))
    .execute();
}

/** The voices a workspace has named and may recognise, as one engine hears them. */
export const voiceprintsOf = (
  db: Queryable,
  workspaceId: string,
  identity: string,
): Promise<{ name: string; voice: Voice }[]> =>
  db
    .selectFrom('voices')
    .select(['name', 'voiceprint as voice'])
    .where('workspace_id', '=', workspaceId)
    .where('identity', '=', identity)
    .where(isAgreed(sql.ref('voices.workspace_id'), sql.ref('voices.name')))
    .orderBy('name')
    .execute();

export async function keepVoice(
  tx: Queryable,
  {
    workspaceId,
    videoId,
    name,
    namedBy,
    identity,
    voice,
  }: {
    workspaceId: string;
    videoId: string;
    name: string;
    /** Null where nobody is known to have named it. */
    namedBy: string | null;
    identity: string;
    voice: Voice;
  },
): Promise<void> {
  const kept = { named_by: namedBy, identity, voiceprint: JSON.stringify(voice), kept_at: new Date() };
  await tx
    .insertInto('voices')
    .values({ workspace_id: workspaceId, video_id: videoId, name, ...kept })
    .onConflict((conflict) => conflict.columns(['video_id', 'name']).doUpdateSet(kept))
    .execute();
}

/** Forgets what somebody sounds like in a video. */
export const dropVoice = (tx: Queryable, videoId: string, name: string): Promise<unknown> =>
  tx.deleteFrom('voices').where('video_id', '=', videoId).where('name', '=', name).execute();

/** The videos of whose telling apart something is kept. */
async function videosWithParts(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('speaker_parts').select('video_id').distinct().execute();
  return rows.map((row) => row.video_id);
}

/** The names of a member's voices, and in how many recordings each was named. */
export async function listVoiceprintNames(db: Queryable, workspaceId: string): Promise<StoredVoiceprint[]> {
  const rows = await db
    .selectFrom('voices')
    .select(({ fn }) => ['name', fn.count<number>('video_id').as('recordings'), fn.max('kept_at').as('kept_at')])
    .where('workspace_id', '=', workspaceId)
    .groupBy('name')
    .orderBy('name')
    .execute();
  return rows.map((row) => ({ ...row, kept_at: row.kept_at.toISOString() }));
}

/** Lists who gave this name to a voice, in one recording or another. */
export async function whoNamed(tx: Queryable, workspaceId: string, name: string): Promise<(string | null)[]> {
  const rows = await tx
    .selectFrom('voices')
    .select('named_by')
    .distinct()
    .where('workspace_id', '=', workspaceId)
    .where('name', '=', name)
    .execute();
  return rows.map(({ named_by }) => named_by);
}

/** Forgets a member's voices, or those of one name. Returns how many there were. */
export async function forgetVoices(tx: Queryable, workspaceId: string, name?: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('voices')
    .where('workspace_id', '=', workspaceId)
    .$if(name !== undefined, (query) => query.where('name', '=', name!))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

/**
 * Opens the speaker journal of a video. Discards results of another identity and keeps nothing for a video deleted
 * meanwhile, perhaps by another process.
 */
export async function openSpeakersJournal(db: Queryable, videoId: string, identity: string): Promise<SpeakersJournal> {
  await db.deleteFrom('speaker_parts').where('video_id', '=', videoId).where('identity', '!=', identity).execute();
  const rows = await db
    .selectFrom('speaker_parts')
    .select('speakers')
    .where('video_id', '=', videoId)
    .orderBy('n')
    .execute();
  const parts = rows.map(({ speakers }) => speakers);
  return {
    parts,
    async addPart(speakers) {
      await db
        .insertInto('speaker_parts')
        .columns(['video_id', 'n', 'identity', 'speakers'])
        .expression((eb) =>
          eb
            .selectFrom('videos')
            .select([
              'id',
              sql<number>`${parts.length}::int`.as('n'),
              sql<string>`${identity}::text`.as('identity'),
              sql<string>`${JSON.stringify(speakers)}::jsonb`.as('speakers'),
            ])
            .where('id', '=', videoId)
            .where('deleted_at', 'is', null)
            // Waits for a deletion that is on its way, and then finds it.
            .forShare(),
        )
        .execute();
      parts.push([...speakers]);
    },
  };
}

/** Forgets a work that is done or that nobody goes on with, and with it what the voices sound like. */
export const closeSpeakersJournal = (tx: Queryable, videoId: string): Promise<unknown> =>
  tx.deleteFrom('speaker_parts').where('video_id', '=', videoId).execute();

/**
 * Deletes voiceprints of separations that do not continue: the step failed or was stopped, or the video is gone. The
 * next attempt starts over. Repeatable.
 */
export async function sweepSpeakers(world: World): Promise<void> {
  const db = world.database.kysely;
  await recoverOrphans(world, await videosWithParts(db), (videoId) => jobKey(videoId, 'speakers'), {
    lock: lockVideoIfThere,
    settle: closeSpeakersJournal,
  });
}
