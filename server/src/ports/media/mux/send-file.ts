import { Problem } from '@lectern/contract/problem';
import type { OpenObject } from '../../storage/port.ts';

/** Bytes of a PUT: a multiple of 256 KiB, as resumable uploads of Google Cloud Storage want. */
const chunk = 8 * 1024 ** 2;

/** Milliseconds a PUT may take. */
const patience = 300_000;

/**
 * Sends a recording to a direct upload URL by PUTs with Content-Range, resuming an earlier try. Throws
 * `storage_unavailable` when another try may succeed.
 */
export async function sendFileToMux(url: string, file: OpenObject, signal?: AbortSignal): Promise<void> {
  const { size } = file;
  const piece = Buffer.alloc(Math.min(chunk, size));
  let stored = await put(url, { range: `bytes */${size}`, size }, signal);
  while (stored < size) {
    const bytes = piece.subarray(0, await file.read(piece, stored));
    const range = `bytes ${stored}-${stored + bytes.length - 1}/${size}`;
    const now = await put(url, { range, size, bytes }, signal);
    if (now <= stored) throw new Problem('storage_unavailable', { cause: `The upload did not take ${range}.` });
    stored = now;
  }
}

/** Resolves with how many bytes are there then. */
async function put(
  url: string,
  { range, size, bytes }: { range: string; size: number; bytes?: Buffer<ArrayBuffer> },
  signal: AbortSignal | undefined,
): Promise<number> {
  const reply = await fetch(url, {
    method: 'PUT',
    headers: { 'content-range': range },
    ...(bytes ? { body: bytes } : {}),
    // 308 says here that more is to come.
    redirect: 'manual',
    signal: AbortSignal.any([AbortSignal.timeout(patience), ...(signal ? [signal] : [])]),
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new Problem('storage_unavailable', { cause });
  });
  await reply.body?.cancel();
  if (reply.ok) return size;
  if (reply.status !== 308)
    throw new Problem('storage_unavailable', { cause: `The upload was answered ${reply.status}.` });
  const last = /^bytes=0-(\d+)$/.exec(reply.headers.get('range') ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
