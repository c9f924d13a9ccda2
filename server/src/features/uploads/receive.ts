import { Problem } from '@lectern/contract/problem';
import { uploadLimits } from '@lectern/contract/uploads/uploads';
import type { Context, HttpExchange, World } from '../../platform/http/context.ts';
import { asPaid } from '../accounts/workspaces/membership.ts';
import { hasExpired } from '../accounts/workspaces/status.ts';
import { type ContentRange, readContentRange } from './content-range.ts';
import { type UploadLease, withUploadLease, LeaseLostError, withUploadMutex } from './lease.ts';
import { discardUpload } from './discard.ts';
import { finishUpload } from './finish.ts';
import { keepTail } from './keep-tail.ts';
import { rejectionProblem, tooLarge } from './upload-problems.ts';
import { reserveSpace } from './reserve-space.ts';
import { recordLimit } from '../videos/plan-limit.ts';
import { type Stored, storeBytes } from './store-bytes.ts';
import { type UploadRow, uploadByKey } from './store.ts';

/**
 * Reads the rest of an unneeded chunk, because clients read the answer only after sending all. Stops after one chunk;
 * the client gets its answer early.
 */
async function discardBody({ request }: HttpExchange): Promise<void> {
  let read = 0;
  try {
    for await (const bytes of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      read += bytes.length;
      if (read > uploadLimits.maxChunk) return;
    }
  } catch {
    // The client has gone; there is nobody to answer.
  }
}

/**
 * Receives a Mux direct upload PUT (Google Cloud Storage resumable): 308 with `Range` until complete, then 200. Bytes
 * count once stored and committed, and are never rewritten.
 */
export async function receive(ctx: Context<'capability'>, { key }: { key: string }, wire: HttpExchange): Promise<void> {
  // A caller who guesses does not get to queue either.
  const { id } = await uploadForSender(ctx, key);
  await withUploadMutex(id, () => receiveAlone(ctx, key, wire)).catch(async (error: unknown) => {
    if (!(error instanceof LeaseLostError)) throw error;
    await discardBody(wire);
    const { received, size } = await uploadForSender(ctx, key);
    answer(wire, received, size ?? undefined);
  });
}

/** The upload to which a sender with its key may send. Throws why not. */
export async function uploadForSender(world: World, key: string): Promise<UploadRow> {
  const upload = await uploadByKey(world.database.kysely, key);
  if (!upload?.is_wanted || upload.state === 'cancelled') throw new Problem('upload_gone');
  if (!upload.account_is_active) throw new Problem('deactivated');
  if (upload.state === 'rejected') throw rejectionProblem(upload);
  const { workspace_id: id, membership_end } = upload;
  const owner = await asPaid(world, world.database.kysely, { id, membership_end });
  if (upload.state === 'open' && hasExpired(owner.membership_end, world.now())) throw new Problem('membership_expired');
  return upload;
}

async function receiveAlone(ctx: Context<'capability'>, key: string, wire: HttpExchange): Promise<void> {
  const upload = await uploadForSender(ctx, key);
  const { headers } = wire.request;
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  if (length === 0 && headers['content-range'] === undefined) throw new Problem('empty_file');
  const range = readContentRange(headers['content-range'], length);
  if (!range) throw new Problem('bad_content_range');
  if (range.total === 0) throw new Problem('empty_file');
  const end = range.total ?? (range.kind === 'chunk' ? range.last + 1 : 0);
  if (end > ctx.maxFileSize) throw tooLarge(ctx.maxFileSize);
  refuseOtherSize(upload, range);
  if (upload.state === 'complete') {
    await discardBody(wire);
    return answer(wire, upload.size!, upload.size!);
  }
  const now = await withUploadLease(ctx, upload.id, async (claim) => {
    refuseOtherSize(claim.upload, range);
    const stored =
      range.kind === 'query'
        ? await lookUp(ctx, claim, range.total, wire)
        : await store(ctx, claim, range, length, wire);
    if (stored?.size !== undefined && stored.received === stored.size) await finishSent(ctx, claim, stored.size);
    return stored;
  });
  if (now) answer(wire, now.received, now.size);
}

/**
 * Finishes an upload for its sender. Without room, one completed by this request ends with an error; one completed
 * before waits, as promised.
 */
async function finishSent(ctx: Context<'capability'>, claim: UploadLease, size: number): Promise<void> {
  const { upload, writer } = claim;
  try {
    await finishUpload(ctx, claim, size);
  } catch (error) {
    const isFull = error instanceof Problem && error.code === 'plan_maximum';
    if (isFull && upload.received < size) {
      await discardUpload(ctx, upload.id, 'rejected', { problem: 'plan_maximum', writer });
      await recordLimit(ctx, upload.workspace_id, error);
    }
    throw error;
  }
}

function refuseOtherSize({ size }: UploadRow, { total }: ContentRange): void {
  if (size !== null && total !== undefined && size !== total) throw new Problem('size_changed');
}

async function lookUp(
  ctx: Context<'capability'>,
  claim: UploadLease,
  total: number | undefined,
  wire: HttpExchange,
): Promise<Stored> {
  await discardBody(wire);
  const { upload } = claim;
  const { received } = upload;
  if (total === undefined || upload.size !== null) return { received, size: upload.size ?? undefined };
  if (total < received) throw endsTooSoon();
  await reserveSpace(ctx, claim, { upTo: total, isEnd: true });
  return { received, size: total };
}

type Sent = Exclude<ContentRange, { kind: 'query' }>;

/** Stores what is sent and resolves with the length now durable; undefined when the client broke off. */
async function store(
  ctx: Context<'capability'>,
  claim: UploadLease,
  sent: Sent,
  length: number | undefined,
  wire: HttpExchange,
): Promise<Stored | undefined> {
  const { upload, writer } = claim;
  const { received } = upload;
  const size = sent.total ?? upload.size ?? undefined;
  const first = sent.kind === 'whole' ? 0 : sent.first;
  const expected = sent.kind === 'whole' ? undefined : sent.last - sent.first + 1;
  const isPacked = wire.request.headers['content-encoding'] === 'gzip';
  if (!isPacked && expected !== undefined && length !== undefined && length !== expected)
    throw new Problem('chunk_mismatch');
  if (size !== undefined && size < Math.max(received, first + (expected ?? 0))) throw endsTooSoon();
  // Without stored bytes there is no Range to send back, and a 308 without one reads as success in public clients.
  if (first > received && received === 0)
    throw new Problem('bad_content_range', { detail: 'The first chunk must begin at byte 0.' });
  const upTo = size ?? (expected === undefined ? received : first + expected);
  if (upload.size === null) await reserveSpace(ctx, claim, { upTo, isEnd: size !== undefined });
  if (first > received || (expected !== undefined && first + expected <= received)) {
    if (first > received && size !== undefined && expected === size - first)
      await keepTail(ctx, upload, { request: wire.request.raw, isPacked, bytes: expected, size });
    await discardBody(wire);
    return { received, size };
  }
  if (isPacked) throw new Problem('bad_content_range', { detail: 'Only an end that is sent ahead may be compressed.' });
  try {
    return await storeBytes(ctx, claim, wire.request.raw, {
      first,
      told: expected ?? size,
      size,
      isEnd: () => sent.kind === 'whole',
      isLast: size !== undefined && first + (expected ?? 0) === size,
    });
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_media')
      await discardUpload(ctx, upload.id, 'rejected', { problem: 'not_media', writer });
    throw error;
  }
}

function answer({ reply }: HttpExchange, received: number, size: number | undefined): void {
  const complete = received === size;
  if (received > 0 && !complete) reply.header('range', `bytes=0-${received - 1}`);
  void reply.code(complete ? 200 : 308).send();
}

const endsTooSoon = (): Problem =>
  new Problem('bad_content_range', { detail: 'The file cannot end before the bytes that are stored or sent.' });
