import { sql } from 'kysely';
import type { World } from '../../platform/http/context.ts';
import { Problem } from '@lectern/contract/problem';
import { day, hour } from '@lectern/contract/rules/durations';
import { type EventReader, recordEvent } from '../../platform/events/events.ts';
import { tellOperator } from '../mail/concerns/concerns.ts';
import { isOwnPlace } from '../storage/installation.ts';
import { storageKeys } from '../storage/keys.ts';
import { findMove, enqueueNextMove, insertMoves } from '../storage/moves.ts';
import { assetRow, formatUtcDay, tellOtherAccount } from '../storage/provider-assets.ts';
import { noteLook, saveFound, saveLost } from './update-video.ts';
import { videoById, type VideoRow } from './find-video.ts';
import { lockVideoIfThere } from './lock-video.ts';
import { remakeSteps, retrySteps } from './pipeline.ts';
import { stepRowsOf } from './step-jobs.ts';

/**
 * Recordings of one pass of the sweep, and those that are looked for at a time: providers count what they are asked.
 */
const most = 2000;
const atOnce = 2;

/** Recordings that are missing among those of a pass: more is a place that is not the right one, and not a loss. */
const mostMissing = { number: 20, share: 0.5 };

/**
 * Milliseconds after which a recording is looked for again; what has just come in is still being put where it is kept.
 */
const again = day - hour;
const young = hour;

/** `isThere`: where its row says; undefined where that is not known. `plays`: what is played of it, too. */
type Look = { video: VideoRow; isThere: boolean | undefined; plays: boolean };

/** Problem codes of storage that is away: no further requests go to it then. */
const awayCodes: ReadonlySet<string> = new Set(['storage_away', 'storage_unavailable']);

const areFound = async ({ storage }: World, keys: readonly string[]): Promise<boolean> =>
  (await Promise.all(keys.map((key) => storage.find(key)))).every((object) => object !== undefined);

async function look(world: World, video: VideoRow): Promise<Look> {
  const { id, remote, media } = video;
  if (remote) {
    const isThere = await world.media.provider?.has(remote.asset);
    return { video, isThere, plays: isThere !== false };
  }
  const isThere = await areFound(world, [storageKeys.original(id)]);
  const file = media?.playback === 'direct' ? storageKeys.original(id) : storageKeys.rendition(id);
  return { video, isThere, plays: await areFound(world, [file, storageKeys.index(id)]) };
}

async function note(world: World, { video, isThere, plays }: Look): Promise<void> {
  const { database, log, now } = world;
  if (isThere === undefined || (isThere && video.lost_at === null))
    return void (await noteLook(database.kysely, video.id, now()));
  await database.transaction(async (tx) => {
    const current = await lockVideoIfThere(tx, video.id);
    // It has moved meanwhile.
    if (!current || JSON.stringify(current.remote) !== JSON.stringify(video.remote)) return;
    if (isThere === (current.lost_at === null) && (isThere || plays || !current.playable))
      return noteLook(tx, video.id, now());
    const place = video.remote ? `The asset ${video.remote.asset}` : `The original of ${video.id}`;
    if (isThere) {
      log.warn({ video: video.id }, `${place} is there again.`);
      await saveFound(tx, video.id, now());
      // Retries the steps that failed because the recording was missing.
      await retrySteps(world, tx, video.id);
      return;
    }
    await saveLost(tx, video.id, { at: now(), playable: plays && current.playable });
    if (current.lost_at !== null) return;
    log.error({ video: video.id }, `${place} is not where it is kept: its recording is lost.`);
    const payload = { title: current.title, place };
    await recordEvent(world, tx, {
      kind: 'recording.lost',
      workspaceId: current.workspace_id,
      subjectId: video.id,
      payload,
    });
  });
}

/** Tells the operator of lost recordings, once a day, and counts it among the concerns. */
export const lossesForOperator: EventReader<World> = {
  name: 'losses-for-operator',
  kinds: ['recording.lost'],
  async handle(world, tx, { kind, payload, createdAt }) {
    if (kind !== 'recording.lost') return;
    await tellOperator(world, tx, {
      kind: 'recordings',
      subject: `lost/${formatUtcDay(createdAt)}`,
      text: `${payload.place}, the recording “${payload.title}”, is not where it is kept: its recording is lost, and its member knows. The page Mux Videos shows all that are lost.`,
    });
  },
};

/** Makes the missing rendition and index of a local recording again, once. */
async function remakePlayed(world: World, id: string): Promise<void> {
  await world.database.transaction(async (tx) => {
    const current = await lockVideoIfThere(tx, id);
    const made = (await stepRowsOf(tx, [id])).find(({ step }) => step === 'playable');
    if (!current?.playable || current.remote || made?.state !== 'done') return;
    world.log.warn({ video: id }, 'What is played of a recording is not where it is kept: it is made again.');
    await remakeSteps(world, tx, id, 'playable');
  });
}

/** Whether the provider knows the upload an asset came by: with the keys of another account all would seem lost. */
async function isRightAccount(world: World, id: string): Promise<boolean> {
  const upload = (await assetRow(world.database.kysely, id))?.upload_id;
  const became = upload ? await world.media.provider?.became(upload) : undefined;
  if (became && became.state !== 'unknown') return true;
  await tellOtherAccount(world);
  return false;
}

/**
 * Whether the storage is the right one, and not a folder that something should be mounted on: there all would seem
 * lost.
 */
async function isRightFolder(world: World): Promise<boolean> {
  if (await isOwnPlace(world)) for await (const _ of world.storage.list('videos/')) return true;
  await tellOfPlace(world, `In ${world.storage.place} are no recordings of this installation: none is called lost.`);
  return false;
}

async function tellOfPlace(world: World, text: string): Promise<void> {
  const subject = `place/${formatUtcDay(world.now())}`;
  await world.database.transaction((tx) => tellOperator(world, tx, { kind: 'recordings', subject, text }));
}

/** Has a recording that the provider has lost play from its original here. False where none does. */
async function comesHome(world: World, { id }: VideoRow): Promise<boolean> {
  if (!(await world.storage.find(storageKeys.original(id)))) return false;
  if ((await findMove(world.database.kysely, id))?.state === 'failed') return false;
  world.log.error({ video: id }, 'The asset of a recording is gone: it moves to where its original lies.');
  await world.database.transaction(async (tx) => {
    await insertMoves(tx, 'local', [id]);
    await enqueueNextMove(world, tx);
    await noteLook(tx, id, world.now());
  });
  return true;
}

/** False where it is lost. `isHere`: whether the storage is proven to be the right one, asked for once a pass. */
async function settle(world: World, found: Look, isHere: () => Promise<boolean>): Promise<boolean> {
  const { video, isThere, plays } = found;
  if (isThere === false) {
    if (!(await (video.remote ? isRightAccount(world, video.id) : isHere()))) return true;
    if (video.remote && (await comesHome(world, video))) return true;
  }
  await note(world, found);
  if (isThere && !plays) await remakePlayed(world, video.id);
  return isThere !== false;
}

/** Asks once: whoever comes later has that answer. */
function proofOfFolder(world: World): () => Promise<boolean> {
  let proof: Promise<boolean> | undefined;
  return () => (proof ??= isRightFolder(world));
}

/**
 * Checks that a video's recording is in its place, and reports a loss once to member and operator, as after a deletion
 * at the provider. False when found.
 */
export async function lookFor(world: World, video: VideoRow, isHere = proofOfFolder(world)): Promise<boolean> {
  // One that was not looked into yet may still be on its way.
  return video.media === null || settle(world, await look(world, video), isHere);
}

export async function lookForId(world: World, id: string): Promise<void> {
  const video = await videoById(world.database.kysely, id);
  if (video) await lookFor(world, video);
}

/**
 * Checks every recording daily and lost ones hourly. Failed checks do not stop others, but throw at the end; so do
 * losses too many to be real.
 */
export async function sweepLooks(world: World): Promise<void> {
  const { database, now } = world;
  const due = await database.kysely
    .selectFrom('videos')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('media', 'is not', null)
    .where('created_at', '<', new Date(now().getTime() - young))
    .where((eb) =>
      eb.or([
        eb('looked_at', 'is', null),
        eb('looked_at', '<', new Date(now().getTime() - again)),
        eb.and([eb('lost_at', 'is not', null), eb('looked_at', '<', new Date(now().getTime() - young))]),
      ]),
    )
    .orderBy(sql`looked_at nulls first`)
    .limit(most)
    .execute();
  const missing: VideoRow[] = [];
  const failures = new Map<string, unknown>();
  const isHere = proofOfFolder(world);
  const left = due.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { id } of left) {
        const video = await videoById(database.kysely, id);
        const place = video?.remote ? 'provider' : 'storage';
        if (!video || failures.has(place)) continue;
        try {
          const looked = await look(world, video);
          // Losses are settled after all checks, and after a second look.
          if (looked.isThere === false) missing.push(video);
          else await settle(world, looked, isHere);
        } catch (error) {
          const isAway = error instanceof Problem && awayCodes.has(error.code);
          failures.set(isAway ? place : id, error);
          if (!isAway) await noteLook(database.kysely, id, now());
        }
      }
    }),
  );
  const fresh = missing.filter(({ lost_at }) => lost_at === null);
  if (fresh.length > mostMissing.number && fresh.length > due.length * mostMissing.share) {
    const text = `${fresh.length} of ${due.length} recordings are not where they are kept: none is called lost.`;
    await tellOfPlace(world, text);
    // Others have their turn before they are looked for again.
    for (const { id } of fresh) await noteLook(database.kysely, id, now());
    throw new Error(text);
  }
  for (const video of missing)
    await lookFor(world, video, isHere).catch((error: unknown) => void failures.set(video.id, error));
  const errors = [...failures.values()];
  if (errors.length > 1) throw new AggregateError(errors, 'Not every recording could be looked for.');
  if (errors.length > 0) throw errors[0];
}

/** How many recordings are lost, for the operator. */
export async function countLost({ database }: Pick<World, 'database'>): Promise<number> {
  const { lost } = await database.kysely
    .selectFrom('videos')
    .select((eb) => eb.fn.countAll<number>().as('lost'))
    .where('lost_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return lost;
}
