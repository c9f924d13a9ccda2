import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '../../platform/http/context.ts';
import {
  beginPart,
  releaseLease,
  lockUpload,
  uploadPartsOf,
  setLease,
  renewLease,
  type UploadRow,
  type UploadPart,
} from './store.ts';

/**
 * The lease to write an open upload; one request of all servers has it. A frozen process that lost it cannot
 * acknowledge bytes or write the current part.
 */
export type UploadLease = { writer: string; upload: UploadRow; parts: readonly UploadPart[] };

/** Another request writes the upload by now, or it has ended: what this one brings is not acknowledged. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** Milliseconds between two signs of a writer; see `silence` of the store. */
const heartbeatMs = 1000;

/** Milliseconds between two looks whether another server's request is done. */
const pollMs = 200;

type Waiting = 'another writes';

/** Writers of this process that have ended and could not say so. */
const releasedLeases = new Set<string>();

/**
 * Embedded database: only this process writes, so its parts continue. Other holders may be frozen: the next part is
 * used, as where storage cannot append.
 */
async function tryToClaim({ database, storage }: World, id: string): Promise<UploadLease | Waiting> {
  return database.transaction(async (tx) => {
    const upload = await lockUpload(tx, id);
    if (!upload) throw new LeaseLostError(id);
    const holderMayResume =
      upload.lease_id !== null && database.kind !== 'embedded' && !releasedLeases.has(upload.lease_id);
    if (holderMayResume && !upload.silent) return 'another writes';
    const last = (await uploadPartsOf(tx, id)).at(-1);
    if (!last || holderMayResume || !storage.appends)
      await beginPart(tx, id, { part_number: last ? last.part_number + 1 : 0, first_byte: upload.received });
    const writer = randomUUID();
    await setLease(tx, id, writer);
    return { writer, upload, parts: await uploadPartsOf(tx, id) };
  });
}

/**
 * Runs `work` under the lease of an open upload. Waits while another holder sends heartbeats. Throws `LeaseLostError` when
 * the upload is no longer open.
 */
export async function withUploadLease<T>(
  world: World,
  id: string,
  work: (claim: UploadLease) => Promise<T>,
): Promise<T> {
  let claim = await tryToClaim(world, id);
  for (; claim === 'another writes'; claim = await tryToClaim(world, id)) await delay(pollMs);
  const { writer } = claim;
  const db = world.database.kysely;
  const timer = setInterval(() => {
    renewLease(db, id, writer).catch((error: unknown) =>
      world.log.warn({ err: error, upload: id }, 'That an upload is being written could not be noted.'),
    );
  }, heartbeatMs);
  try {
    return await work(claim);
  } finally {
    clearInterval(timer);
    await releaseLease(db, id, writer).catch(() => releasedLeases.add(writer));
  }
}

const busy = new Map<string, Promise<unknown>>();

/**
 * Serialises work on an upload within this process, in order of arrival: a reconnecting client waits until its broken
 * request is stored. Leases separate other servers.
 */
export async function withUploadMutex<T>(uploadId: string, work: () => Promise<T>): Promise<T> {
  const before = busy.get(uploadId) ?? Promise.resolve();
  const mine = before.catch(() => undefined).then(work);
  busy.set(uploadId, mine);
  try {
    return await mine;
  } finally {
    if (busy.get(uploadId) === mine) busy.delete(uploadId);
  }
}
