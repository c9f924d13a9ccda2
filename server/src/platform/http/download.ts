import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { unlessMissing } from '../files/local-files.ts';

export type DownloadRequest = { url: string; file: string; size: number; sha256: string };

type Downloading = {
  signal: AbortSignal;
  /** Bytes on the disk so far. */
  onBytes?: (bytes: number) => void;
  /** Told that nothing comes, and another attempt is made. */
  onTrouble?: () => void;
  /** Milliseconds without a byte after which a connection counts as dead. */
  patience?: number;
  /** Milliseconds before another attempt; doubles while nothing comes. */
  pause?: number;
};

/** A download that did not work out. `final`: asking again would not help. */
export class DownloadError extends Error {
  override readonly name = 'DownloadError';
  readonly final: boolean;
  constructor(message: string, final: boolean) {
    super(message);
    this.final = final;
  }
}

/** Attempts in a row that bring nothing. */
const maxFailedAttempts = 6;
/** The longest that a server's wish to be left alone is heeded, in milliseconds. */
const maxRetryAfterMs = 120_000;
/** Whole files in a row that are not what they should be. */
const wrongFiles = 3;

/** Bytes of a file; 0 where there is none. */
export const readFileSize = async (file: string): Promise<number> => (await stat(file).catch(unlessMissing))?.size ?? 0;

/** Whether a file has exactly this size and these bytes. */
export async function isFileIntact(file: string, size: number, sha256: string, signal?: AbortSignal): Promise<boolean> {
  if ((await readFileSize(file)) !== size) return false;
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { signal })) hash.update(chunk as Buffer);
  return hash.digest('hex') === sha256;
}

/**
 * Downloads a large file, continuing `FILE.part` across attempts and processes. Renames it once size, checksum and
 * disk sync are done. Throws `DownloadError` and the signal's reason.
 */
export async function downloadFile(
  { url, file, size, sha256 }: DownloadRequest,
  { signal, onBytes, onTrouble, patience = 30_000, pause = 1000 }: Downloading,
): Promise<void> {
  const part = `${file}.part`;
  let failures = 0;
  let wrong = 0;
  let ended: Ended = { reason: '' };
  for (;;) {
    signal.throwIfAborted();
    const before = await readFileSize(part);
    if (before < size) ended = (await continuePart(url, part, size, { signal, onBytes, patience })) ?? ended;
    signal.throwIfAborted();
    const now = await readFileSize(part);
    if (now >= size) {
      if (await isFileIntact(part, size, sha256, signal)) return settle(part, file);
      await rm(part, { force: true });
      wrong += 1;
      if (wrong === wrongFiles) throw new DownloadError(`${url}: the bytes are not those of its checksum`, true);
      continue;
    }
    failures = now > before ? 0 : failures + 1;
    if (failures === maxFailedAttempts) throw new DownloadError(`${url}: ${ended.reason}`, false);
    if (failures > 0) onTrouble?.();
    await delay(Math.max(pause * 2 ** failures, ended.rest ?? 0), undefined, { signal }).catch(() => undefined);
  }
}

/** Why a connection ended early, and the milliseconds for which the server wants to be left alone. */
type Ended = { reason: string; rest?: number };

/** One connection's worth of a part; undefined when it did not end early. */
async function continuePart(
  url: string,
  part: string,
  size: number,
  { signal, onBytes, patience }: Required<Pick<Downloading, 'signal' | 'patience'>> & Pick<Downloading, 'onBytes'>,
): Promise<Ended | undefined> {
  let at = await readFileSize(part);
  const stalled = new AbortController();
  const watch = setTimeout(() => stalled.abort(new Error(`no byte for ${patience / 1000} s`)), patience);
  try {
    const reply = await fetch(url, {
      // Compressed, its bytes would be counted otherwise.
      headers: { 'accept-encoding': 'identity', ...(at > 0 ? { range: `bytes=${at}-` } : {}) },
      signal: AbortSignal.any([signal, stalled.signal]),
    });
    if ([401, 403, 404, 410].includes(reply.status)) throw new DownloadError(`${url}: ${reply.status}`, true);
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(reply.headers.get('content-range') ?? '');
    const continues = reply.status === 206 && Number(range?.[1]) === at && Number(range?.[2]) === size;
    if (!continues) {
      // The download restarts, or our part does not match the file. Other statuses, such as overload, say nothing
      // about the file and keep the bytes.
      if ([200, 206, 416].includes(reply.status)) await rm(part, { force: true });
      if (reply.status !== 200) {
        await reply.body?.cancel();
        return { reason: `${reply.status} ${reply.headers.get('content-range') ?? ''}`.trim(), rest: restOf(reply) };
      }
      at = 0;
    }
    await using handle = await open(part, 'a');
    for await (const chunk of reply.body ?? []) {
      watch.refresh();
      at += chunk.length;
      if (at > size) {
        await rm(part, { force: true });
        return { reason: 'it is larger than it should be' };
      }
      await handle.writeFile(chunk);
      onBytes?.(at);
    }
    await handle.sync();
    return at < size ? { reason: 'the connection was closed early' } : undefined;
  } catch (error) {
    if (error instanceof DownloadError || (error as NodeJS.ErrnoException).code === 'ENOSPC') throw error;
    const { message, cause } = error as Error;
    return { reason: [message, (cause as Error | undefined)?.message].filter(Boolean).join(': ') };
  } finally {
    clearTimeout(watch);
  }
}

/** Milliseconds, where `retry-after` tells seconds. */
const restOf = ({ headers }: Response): number =>
  Math.min(maxRetryAfterMs, 1000 * Number(/^\d+$/.exec(headers.get('retry-after') ?? '')?.[0] ?? 0));

async function settle(part: string, file: string): Promise<void> {
  await rename(part, file);
  await using folder = await open(dirname(file), 'r');
  await folder.sync();
}
