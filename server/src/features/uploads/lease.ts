import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { World } from '../../platform/http/context.ts';
import {
  beginPart,
  releaseLease,
  lockUpload,
  partsOf,
  setLease,
  renewLease,
  type Upload,
  type UploadPart,
} from './store.ts';

/**
 * The right to write an open upload, which one request of all servers has at a time. What somebody does who has lost it
 * without knowing (a process that was frozen) reaches nothing: its acknowledgement is refused, and the last of `parts`
 * is one that only this claim and those that ended before it have ever written to.
 */
export type UploadLease = { writer: string; upload: Upload; parts: readonly UploadPart[] };

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
 * A writer of the embedded database is this process, whose requests take turns, or was one before it. Any other may be
 * frozen and go on: it keeps its part, and what follows goes into the next one. So it does where nothing can be added to
 * what is stored.
 */
async function tryToClaim({ database, storage }: World, id: string): Promise<UploadLease | Waiting> {
  return database.transaction(async (tx) => {
    const upload = await lockUpload(tx, id);
    if (!upload) throw new LeaseLostError(id);
    const holderMayResume =
      upload.writer !== null && database.kind !== 'embedded' && !releasedLeases.has(upload.writer);
    if (holderMayResume && !upload.silent) return 'another writes';
    const last = (await partsOf(tx, id)).at(-1);
    if (!last || holderMayResume || !storage.appends)
      await beginPart(tx, id, { n: last ? last.n + 1 : 0, first: upload.received });
    const writer = randomUUID();
    await setLease(tx, id, writer);
    return { writer, upload, parts: await partsOf(tx, id) };
  });
}

/**
 * Does something with an open upload while nobody else writes it. Waits for whoever does, as long as they give signs of
 * life. Throws `Overtaken` when it is not open any more.
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
