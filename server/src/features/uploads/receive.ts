import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../platform/context.ts';
import type { Wire } from '../../platform/serve.ts';
import { type ContentRange, readContentRange } from './content-range.ts';
import { discardUpload } from './discard.ts';
import { finishUpload } from './finish.ts';
import { writePart } from './part-file.ts';
import { receivedBytes } from './received-bytes.ts';
import { asRefusal } from './refusal.ts';
import { mayBeMedia, sniffLength } from './sniff.ts';
import { setReceived, type Upload, uploadByKey } from './store.ts';

/** One chunk of an upload at a time: a client that reconnects waits until its broken request is on disk. */
const busy = new Map<string, Promise<unknown>>();

async function alone<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = busy.get(key) ?? Promise.resolve();
  const mine = before.catch(() => undefined).then(work);
  busy.set(key, mine);
  try {
    return await mine;
  } finally {
    if (busy.get(key) === mine) busy.delete(key);
  }
}

/** Reads the rest of a request that will be refused, so that the client gets to see the answer. */
async function drain({ request }: Wire): Promise<void> {
  try {
    for await (const _ of request.raw);
  } catch {
    // The client has gone; there is nobody to answer.
  }
}

/**
 * A PUT to an upload's address, in the protocol of Mux direct uploads (resumable uploads of Google Cloud Storage):
 * 308 with `Range` while bytes are missing, 200 when all are stored. A byte counts as stored only after fdatasync
 * and the commit of the new length. Stored bytes are never written again.
 */
export async function receive(ctx: Context<'capability'>, { key }: { key: string }, wire: Wire): Promise<void> {
  await alone(key, async () => {
    try {
      await receiveAlone(ctx, key, wire);
    } catch (error) {
      await drain(wire);
      throw error;
    }
  });
}

async function receiveAlone(ctx: Context<'capability'>, key: string, wire: Wire): Promise<void> {
  const db = ctx.database.kysely;
  const upload = await uploadByKey(db, key);
  if (!upload || upload.state === 'cancelled') throw new Problem('upload_gone');
  if (upload.state === 'rejected') throw asRefusal(upload);
  const { headers } = wire.request;
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  if (length === 0 && headers['content-range'] === undefined) throw new Problem('empty_file');
  const range = readContentRange(headers['content-range'], length);
  if (!range) throw new Problem('bad_content_range');
  if (range.total === 0) throw new Problem('empty_file');
  if (range.total > ctx.maxFileSize) throw tooLarge(ctx.maxFileSize);
  if (upload.size !== null && upload.size !== range.total) throw new Problem('size_changed');
  if (upload.state === 'complete') {
    await drain(wire);
    return answer(wire, upload.size!, upload.size!);
  }
  const received =
    range.kind === 'query'
      ? await noteSize(ctx, upload, range.total, wire)
      : await store(ctx, upload, range, length, wire);
  if (received === undefined) return;
  if (received === range.total) await finishUpload(ctx, { ...upload, size: range.total, received });
  answer(wire, received, range.total);
}

async function noteSize(ctx: Context<'capability'>, upload: Upload, total: number, wire: Wire): Promise<number> {
  await drain(wire);
  if (upload.size === null) await setReceived(ctx.database.kysely, upload.id, upload.received, total);
  return upload.received;
}

type Chunk = Extract<ContentRange, { kind: 'chunk' }>;

/** Stores a chunk and resolves with the length now durable; undefined when the client broke off. */
async function store(
  ctx: Context<'capability'>,
  upload: Upload,
  chunk: Chunk,
  length: number | undefined,
  wire: Wire,
): Promise<number | undefined> {
  const { received } = upload;
  const expected = chunk.last - chunk.first + 1;
  if (length !== undefined && length !== expected) throw new Problem('chunk_mismatch');
  if (chunk.first > received) {
    // Without stored bytes there is no Range to send back, and a 308 without one reads as success in public clients.
    if (received === 0) throw new Problem('bad_content_range', { detail: 'The first chunk must begin at byte 0.' });
    await drain(wire);
    return received;
  }
  if (chunk.last < received) {
    await drain(wire);
    return received;
  }
  await ctx.files.prepare(upload.id);
  const part = ctx.files.part(upload.id);
  const { taken, whole, error } = await writePart(part, wire.request.raw, {
    position: received,
    skip: received - chunk.first,
    limit: expected,
  });
  if (taken > expected || (whole && taken < expected)) throw new Problem('chunk_mismatch');
  const stored = Math.max(received, chunk.first + taken);
  receivedBytes.inc(stored - received);
  if (received < sniffLength && stored >= Math.min(sniffLength, chunk.total) && !(await mayBeMedia(part))) {
    await discardUpload(ctx, upload.id, 'rejected', 'not_media');
    throw new Problem('not_media');
  }
  await setReceived(ctx.database.kysely, upload.id, stored, chunk.total);
  if (whole) return stored;
  ctx.log.info({ upload: upload.id, stored, cause: String(error) }, 'An upload was interrupted; its bytes are kept.');
  return undefined;
}

function answer({ reply }: Wire, received: number, total: number): void {
  const complete = received === total;
  if (received > 0 && !complete) reply.header('range', `bytes=0-${received - 1}`);
  void reply.code(complete ? 200 : 308).send();
}

const tooLarge = (maximum: number): Problem =>
  new Problem('file_too_large', {
    detail: `The file size exceeds the maximum of ${Math.floor(maximum / 1024 ** 2)} MB.`,
  });
