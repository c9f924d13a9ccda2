import { Readable } from 'node:stream';
import { second } from '@lectern/contract/rules/durations';
import { Problem } from '@lectern/contract/problem';
import { uploadLimits } from '@lectern/contract/uploads/uploads';
import { z } from 'zod';
import type { World } from '../../platform/http/context.ts';
import { finalProblem } from '../../platform/jobs/final-problem.ts';
import type { JobDefinition } from '../../platform/jobs/jobs.ts';
import { recoverOrphans } from '../../platform/jobs/recover-orphans.ts';
import { recordLimit } from '../videos/plan-limit.ts';
import { discardUpload, refuseFetched } from './discard.ts';
import { finishUpload } from './finish.ts';
import { LeaseLostError, type UploadLease, withUploadLease, withUploadMutex } from './lease.ts';
import { uploadForSender } from './receive.ts';
import { requestSource, type SourceReply } from './request-source.ts';
import { reserveSpace } from './reserve-space.ts';
import { fetchKey, listSources, saveValidator, sourceOf } from './source-store.ts';
import { storeBytes } from './store-bytes.ts';
import { restartUpload, openUpload, type UploadRow } from './store.ts';
import { tooLarge } from './upload-problems.ts';

/** Milliseconds after which a piece is acknowledged, whatever its size. */
const pieceMs = 5 * second;

const withUpload = <T>(world: World, id: string, work: (claim: UploadLease) => Promise<T>): Promise<T> =>
  withUploadMutex(id, () => withUploadLease(world, id, work));

/** Drops what has come of a recording that has changed since, or of which no part can be asked for. */
async function startAgain(world: World, { id }: UploadRow): Promise<void> {
  await withUpload(world, id, async ({ writer, parts }) => {
    const next = (parts.at(-1)?.part_number ?? -1) + 1;
    const begin = world.database.transaction((tx) => restartUpload(tx, id, writer, next));
    if (!(await begin)) throw new LeaseLostError(id);
  });
}

type Piece = { stream: Readable; first: number; size: number | undefined; isEnd(): boolean };

/** Stores a piece of a recording, and makes a video of one that is whole. Resolves with the length now durable. */
const storePiece = (world: World, id: string, { stream, first, size, isEnd }: Piece): Promise<number> =>
  withUpload(world, id, async (claim) => {
    const { received, size: known } = claim.upload;
    if (received !== first) throw new Problem('source_failed', { cause: new Error('Somebody else sends it.') });
    if (known === null && size !== undefined) await reserveSpace(world, claim, { upTo: size, isEnd: true });
    const stored = await storeBytes(world, claim, stream, { first, told: undefined, size, isEnd, isLast: false });
    if (!stored) throw new Problem('source_failed');
    if (stored.received === stored.size) await finishUpload(world, claim, stored.size);
    return stored.received;
  });

/** Stores what a server sends, in pieces that are acknowledged one by one: a killed process loses no more than one. */
async function storeReply(world: World, id: string, { first, size, bytes }: SourceReply): Promise<void> {
  let broken: unknown;
  // A stream that fails drops what it holds; this one ends instead, so that all that came is stored.
  const pull = () =>
    bytes.next().catch((error: unknown): IteratorReturnResult<void> => {
      broken = error;
      return { done: true, value: undefined };
    });
  let next = await pull();
  if (next.done && broken === undefined) throw new Problem('empty_file');
  async function* piece(): AsyncGenerator<Buffer> {
    const began = performance.now();
    for (let sum = 0; !next.done && sum < uploadLimits.chunk && performance.now() - began < pieceMs;) {
      sum += next.value.length;
      yield next.value;
      next = await pull();
    }
  }
  const isEnd = (): boolean => next.done === true && broken === undefined;
  let at = first;
  while (!next.done) {
    const stream = Readable.from(piece(), { objectMode: false });
    at = await storePiece(world, id, { stream, first: at, size, isEnd });
  }
  if (broken !== undefined) throw broken;
  if (size !== undefined && at < size) throw new Problem('source_failed');
}

async function fetchRest(world: World, id: string, signal: AbortSignal): Promise<void> {
  const source = await sourceOf(world.database.kysely, id);
  if (!source) return;
  const upload = await uploadForSender(world, source.key);
  const { received, size: known } = upload;
  if (received === known) return;
  const { url, validator } = source;
  const reply = await requestSource(url, world.outbound, { first: received, validator, signal });
  try {
    const size = reply.size ?? (reply.first > 0 ? (known ?? undefined) : undefined);
    if ((size ?? 0) > world.maxFileSize) throw tooLarge(world.maxFileSize);
    if (size === 0) throw new Problem('empty_file');
    if (reply.first < received) await startAgain(world, upload);
    await saveValidator(world.database.kysely, id, reply.validator);
    await storeReply(world, id, { ...reply, size });
  } finally {
    await reply.bytes.return();
  }
}

/** Fetches the recording of an upload from its URL. Repeatable: goes on after what was acknowledged. */
export const fetchUploadJob: JobDefinition<World, { uploadId: string }> = {
  name: 'fetch-upload',
  payload: z.object({ uploadId: z.uuid() }),
  slots: 8,
  fairByMember: true,
  maxPerMember: 2,
  retries: 5,
  backoff: 5,
  timeout: 6 * 3600,
  async run(world, { uploadId: id }, job) {
    try {
      await fetchRest(world, id, job.signal);
    } catch (error) {
      if (error instanceof LeaseLostError) return;
      const problem = finalProblem(error, job);
      // It has come whole, and waits for a place.
      if (problem.code === 'plan_maximum') {
        const upload = await openUpload(world.database.kysely, id);
        return upload && recordLimit(world, upload.workspace_id, problem);
      }
      // The person who began it may not add recordings any more.
      if (problem.code === 'upload_gone')
        return discardUpload(world, id, 'cancelled', { problem: 'removed_from_workspace' });
      world.log.info({ err: problem.cause ?? problem, upload: id }, problem.text);
      await world.database.transaction((tx) => refuseFetched(world, tx, id, problem));
    }
  },
  onCancel: (world, tx, { uploadId }) => refuseFetched(world, tx, uploadId, new Problem('stopped')),
  async recoverOrphans(world) {
    await recoverOrphans(world, await listSources(world.database.kysely), ({ id }) => fetchKey(id), {
      settle: (tx, { id }) => refuseFetched(world, tx, id, new Problem('interrupted')),
    });
  },
};
