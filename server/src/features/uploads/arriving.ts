import { maxDuration } from '@lectern/contract/rules/plans';
import { LRUCache } from 'lru-cache';
import type { World } from '../../platform/http/context.ts';
import type { ScratchFolder } from '../../platform/files/scratch.ts';
import { files } from '../../platform/files/local-files.ts';
import type { PlayableRecording } from '../../ports/media/port.ts';
import { storageKeys } from '../storage/keys.ts';
import { hasMember } from '../accounts/workspaces/status.ts';
import { indexIn } from '../videos/renditions/playable.ts';
import { unsealForMember } from '../videos/signed-playback-id.ts';
import { openPieces, piecesOf } from './parts.ts';
import { uploadByKey, uploadPartsOf, type UploadPart, type UploadRow } from './store.ts';

type Reading = Pick<World, 'database' | 'media' | 'scratch' | 'storage' | 'log'>;
type Arriving = Pick<UploadRow, 'id' | 'workspace_id' | 'state' | 'received' | 'size'>;

/** The word of a recording's tables; null where they are missing, or it is not played as it is. */
type Found = Awaited<ReturnType<World['media']['indexArriving']>>;

/** A look at what had come of a recording by then: so many bytes, and an end that was sent ahead. */
type Look = {
  received: number;
  tail: string | undefined;
  times: number;
  folder: Promise<ScratchFolder>;
  found: Promise<Found>;
};

/** The last look at each upload, with the index it has written; nothing but memory and scratch holds them. */
const looks = new LRUCache<string, Look>({
  max: 32,
  ttl: 600_000,
  ttlAutopurge: true,
  updateAgeOnGet: true,
  dispose({ folder }) {
    const discard = async (): Promise<void> => {
      await using _ = await folder;
    };
    discard().catch(() => undefined);
  },
});

/** Looks at one upload at most: a file that is never understood is not read again and again. */
const mostLooks = 20;

/** Reads the tables of a recording, wherever in the file they stand, if they have come. */
async function readTables(
  { media, storage, log }: Reading,
  { id, workspace_id: owner, received, size }: Arriving & { size: number },
  [first, second]: readonly UploadPart[],
  folder: Promise<ScratchFolder>,
): Promise<Found> {
  try {
    await using head = await storage.localCopy(storageKeys.part(id, first!.part_number));
    const sent = await storage.find(storageKeys.tail(id));
    await using tail = sent && (await storage.localCopy(sent));
    const info = await media.indexArriving(
      {
        file: head.path,
        size,
        arrived: second?.first_byte ?? received,
        tail: tail && { file: tail.path, first: size - sent!.size },
      },
      { index: indexIn((await folder).path, id), owner },
    );
    return info && info.duration <= maxDuration ? info : null;
  } catch (error) {
    // The inspection finds out and tells what it is.
    log.debug({ upload: id, cause: String(error) }, 'A recording cannot be played while it arrives.');
    return null;
  }
}

/** Looks again when the end has been sent or twice as much has come, until the tables are found. */
async function lookAt(
  world: Reading,
  upload: Arriving & { size: number },
  parts: readonly UploadPart[],
): Promise<Look> {
  const { id, received } = upload;
  const before = looks.get(id);
  if (before && (await before.found)) return before;
  const tail = (await world.storage.find(storageKeys.tail(id)))?.etag;
  const last = looks.get(id);
  const isNew = !last || ((last.tail !== tail || received >= 2 * last.received) && last.times < mostLooks);
  if (last && (!isNew || last !== before)) return last;
  const folder = world.scratch.folder();
  const found = readTables(world, upload, parts, folder);
  const look = { received, tail, times: (last?.times ?? 0) + 1, folder, found };
  looks.set(id, look);
  return look;
}

/** A recording that plays while it is on its way. */
export type ArrivingRecording = { playable: PlayableRecording } & Pick<NonNullable<Found>, 'kind' | 'duration'>;

/**
 * Finds what of an upload plays already, by tables that came before the rest. When all has come it plays on from what
 * was found, until its inspection has ended.
 */
export async function findArriving(world: Reading, upload: Arriving): Promise<ArrivingRecording | undefined> {
  const { id, size, received, state } = upload;
  if (size === null || received === 0) return undefined;
  const parts = await uploadPartsOf(world.database.kysely, id);
  const look = state === 'open' ? await lookAt(world, { ...upload, size }, parts) : looks.get(id);
  const found = await look?.found;
  if (!look || !found) return undefined;
  const { sound, ...info } = found;
  const file = storageKeys.original(id);
  const pieces = state === 'open' ? piecesOf(id, parts, received) : [{ key: file, size }];
  // Acknowledged bytes never change.
  const recording = { key: file, size: received, etag: 'arriving', changedAt: new Date(0) };
  const storage = {
    ...world.storage,
    find: async (key: string) => (key === file ? recording : files.find(key)),
    open: () => openPieces(world.storage, pieces),
    localCopy: files.localCopy,
  };
  const index = indexIn((await look.folder).path, id);
  return { playable: { file, index, received, storage, ...(sound === undefined ? {} : { sound }) }, ...info };
}

/** The same by a playback id signed for a member, which its key will be, in this state. */
export async function findArrivingByPlaybackId(
  world: Reading & Pick<World, 'signingKey' | 'now'>,
  signed: string,
  state: 'open' | 'complete',
): Promise<ArrivingRecording | undefined> {
  const { playbackId: key, userId } = unsealForMember(world, signed) ?? {};
  if (key === undefined || userId === undefined) return undefined;
  const db = world.database.kysely;
  const upload = await uploadByKey(db, key);
  if (upload?.state !== state || !(await hasMember(db, upload.workspace_id, userId))) return undefined;
  return findArriving(world, upload);
}
