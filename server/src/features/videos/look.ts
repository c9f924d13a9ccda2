import { sql } from 'kysely';
import type { World } from '../../platform/context.ts';
import { day, hour } from '@lectern/contract/rules/durations';
import { isOwnPlace } from '../storage/installation.ts';
import { keyOf } from '../storage/keys.ts';
import { noteLook, saveFound, saveLost } from './facts.ts';
import { videoById, type VideoRow } from './find.ts';
import { lockVideoIfThere } from './lock.ts';
import { remakeStep } from './pipeline.ts';
import { tellLost } from './tell-owner.ts';

/** Recordings of one pass of the sweep, and those that are looked for at a time: providers count what they are asked. */
const most = 2000;
const atOnce = 2;

/** Recordings that are missing among those of a pass: more is a place that is not the right one, and not a loss. */
const mostMissing = { number: 20, share: 0.5 };

/** Milliseconds after which a recording is looked for again; what has just come in is still being put where it is kept. */
const again = day - hour;
const young = hour;

type Look = { video: VideoRow; isThere: boolean };
type Looked = Omit<Look, 'isThere'> & { isThere: boolean | undefined };

/** Whether a recording is where its row says; undefined where that is not known. */
async function isKept({ media, storage }: World, { id, remote }: VideoRow): Promise<boolean | undefined> {
  if (remote) return media.provider?.has(remote.asset);
  return (await storage.find(keyOf.original(id))) !== undefined;
}

async function note(world: World, { video, isThere }: Look): Promise<void> {
  const { database, log, now } = world;
  if (isThere && video.lost_at === null) return void (await noteLook(database.kysely, video.id, now()));
  await database.transaction(async (tx) => {
    const current = await lockVideoIfThere(tx, video.id);
    // It has moved meanwhile.
    if (!current || JSON.stringify(current.remote) !== JSON.stringify(video.remote)) return;
    if (isThere === (current.lost_at === null)) return noteLook(tx, video.id, now());
    const place = video.remote ? `The asset ${video.remote.asset}` : `The original of ${video.id}`;
    if (isThere) {
      log.warn({ video: video.id }, `${place} is there again.`);
      return saveFound(tx, video.id, now());
    }
    log.error({ video: video.id }, `${place} is not where it is kept: its recording is lost.`);
    await saveLost(tx, video.id, now());
    return tellLost(world, tx, video.id);
  });
}

/** What is played of a recording that lies here, and can be made again. */
async function remakePlayed(world: World, { id, remote, playable, media }: VideoRow): Promise<void> {
  if (remote || !playable || !media) return;
  const made = [keyOf.index(id), ...(media.playback === 'direct' ? [] : [keyOf.rendition(id)])];
  const found = await Promise.all(made.map((key) => world.storage.find(key)));
  if (found.every((object) => object !== undefined)) return;
  world.log.warn({ video: id }, 'What is played of a recording is not where it is kept: it is made again.');
  await world.database.transaction((tx) => remakeStep(world, tx, id, 'playable'));
}

/** Whether the storage is the right one, and not a folder that something should be mounted on: there all would seem lost. */
async function isRightPlace(world: World): Promise<boolean> {
  const { storage, log } = world;
  if ((await isOwnPlace(world)) && (await storage.names('videos/')).length > 0) return true;
  log.error(`In ${storage.place} are no recordings of this installation: none is called lost.`);
  return false;
}

/** False where it is lost. */
async function settle(world: World, { video, isThere }: Looked): Promise<boolean> {
  if (isThere === undefined) await noteLook(world.database.kysely, video.id, world.now());
  if (isThere === undefined || (!isThere && !video.remote && !(await isRightPlace(world)))) return true;
  await note(world, { video, isThere });
  if (isThere) await remakePlayed(world, video);
  return isThere;
}

/**
 * Looks whether the recording of a video is where it is kept, and tells its member and the operator once that it is lost:
 * an asset that was deleted in the pages of the provider, or an object in the bucket. False where it is.
 */
export async function lookFor(world: World, video: VideoRow): Promise<boolean> {
  // One that was not looked into yet may still be on its way.
  return video.media === null || settle(world, { video, isThere: await isKept(world, video) });
}

export async function lookForId(world: World, id: string): Promise<void> {
  const video = await videoById(world.database.kysely, id);
  if (video) await lookFor(world, video);
}

/** Looks for every recording once a day. Throws where so many seem to be missing that it must be the place itself. */
export async function sweepLooks(world: World): Promise<void> {
  const { database, now } = world;
  const due = await database.kysely
    .selectFrom('videos')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('media', 'is not', null)
    .where('created_at', '<', new Date(now().getTime() - young))
    .where((eb) => eb.or([eb('looked_at', 'is', null), eb('looked_at', '<', new Date(now().getTime() - again))]))
    .orderBy(sql`looked_at nulls first`)
    .limit(most)
    .execute();
  const missing: VideoRow[] = [];
  const left = due.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { id } of left) {
        const video = await videoById(database.kysely, id);
        if (!video) continue;
        const isThere = await isKept(world, video);
        // What is missing is noted when all are known, and looked for once more.
        if (isThere === false) missing.push(video);
        else await settle(world, { video, isThere });
      }
    }),
  );
  const fresh = missing.filter(({ lost_at }) => lost_at === null);
  if (fresh.length > mostMissing.number && fresh.length > due.length * mostMissing.share)
    throw new Error(`${fresh.length} of ${due.length} recordings are not where they are kept: none is called lost.`);
  for (const video of missing) await lookFor(world, video);
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
