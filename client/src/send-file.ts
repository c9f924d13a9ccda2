import { type FileHandle, open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { ApiError, readFailure } from './connect.ts';

/** Bytes of a chunk: a multiple of 256 kB. */
const chunkSize = 8 * 1024 * 1024;
/** Failures one after another, without a byte between them. */
const attempts = 6;
const longestPause = 20_000;

type Sent = { isWhole: boolean; received: number };

/** Sends one range, or asks what has come. Undefined where there is no answer, or one that is worth another try. */
async function put(url: string, range: string, bytes: Uint8Array<ArrayBuffer> | null): Promise<Sent | undefined> {
  const response = await fetch(url, { method: 'PUT', headers: { 'content-range': range }, body: bytes }).catch(
    () => undefined,
  );
  if (!response) return undefined;
  const body = await response.text().catch(() => '');
  if (response.status === 308) {
    const last = /^bytes=0-(\d+)$/.exec(response.headers.get('range') ?? '')?.[1];
    return { isWhole: false, received: last === undefined ? 0 : Number(last) + 1 };
  }
  if (response.ok) return { isWhole: true, received: 0 };
  if (response.status >= 500 || response.status === 408 || response.status === 429) return undefined;
  throw readFailure(response.status, parseJson(body));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function readPart(file: FileHandle, start: number, end: number): Promise<Uint8Array<ArrayBuffer>> {
  const part = new Uint8Array(end - start);
  for (let at = 0; at < part.length;) {
    const { bytesRead } = await file.read(part, at, part.length - at, start + at);
    if (bytesRead === 0) throw new Error('The file has become shorter while it was sent.');
    at += bytesRead;
  }
  return part;
}

/**
 * Sends a file to where an upload takes it, from the byte at which the server stands. Resolves with the bytes that had
 * to be sent. Throws `ApiError`.
 */
export async function sendFile(
  url: string,
  path: string,
  onProgress: (received: number, size: number) => void,
): Promise<number> {
  await using file = await open(path);
  const { size } = await file.stat();
  let received: number | undefined;
  let most = -1;
  let sent = 0;
  for (let failures = 0; ;) {
    const start = received;
    const end = start === undefined ? 0 : Math.min(start + chunkSize, size);
    const answer =
      start === undefined
        ? await put(url, `bytes */${size}`, null)
        : await put(url, `bytes ${start}-${end - 1}/${size}`, await readPart(file, start, end));
    if (answer && start !== undefined) sent += end - start;
    if (answer?.isWhole) {
      onProgress(size, size);
      return sent;
    }
    const isProgress = answer !== undefined && answer.received > most;
    if (isProgress) {
      [failures, most] = [0, answer.received];
      onProgress(most, size);
    }
    // Asking is no progress, and no failure either.
    received = isProgress || start === undefined ? answer?.received : undefined;
    if (received !== undefined) continue;
    failures += 1;
    if (failures === attempts)
      throw new ApiError('unreachable', 'The server does not take the file. Run it again to go on.');
    await delay(Math.min(longestPause, 250 * 2 ** failures));
  }
}
