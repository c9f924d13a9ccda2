import type { HttpExchange } from './context.ts';
import { createHash } from 'node:crypto';
import { Problem } from '@lectern/contract/problem';
import type { ByteRange, Storage, StoredObject } from '../../ports/storage/port.ts';

/** RFC 9110, one range only; `undefined` for all bytes (also for headers that are not understood), `null` for none. */
export function byteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  if (start >= size) return null;
  return end < start ? undefined : { start, end };
}

/** An entity tag that tells nothing of the disk. */
const tagOf = ({ key, etag }: StoredObject): string =>
  `"${createHash('sha256').update(`${key}\n${etag}`).digest('base64url').slice(0, 22)}"`;

/**
 * Sends an object as a download, in ranges if asked, while the client's earlier ranges are of the same object (RFC
 * 9110, If-Range). Throws `not_found`.
 */
export async function sendObject(
  { storage }: { storage: Storage },
  { request, reply }: HttpExchange,
  key: string,
  { type, name }: { type: string; name: string },
): Promise<void> {
  const found = await storage.find(key);
  if (!found) throw new Problem('not_found');
  const tag = tagOf(found);
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
    .header('content-disposition', attachment(name))
    .header('cache-control', 'private, no-cache')
    .type(type);
  const { range: asked, 'if-range': knownAs = tag, 'if-none-match': known } = request.headers;
  if (known?.split(',').some((each) => each.trim() === tag)) return void reply.code(304).send();
  const range = byteRange(knownAs === tag ? asked : undefined, found.size);
  if (range === null) {
    void reply.code(416).header('content-range', `bytes */${found.size}`).send();
    return;
  }
  const { start, end } = range ?? { start: 0, end: found.size - 1 };
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${found.size}`);
  reply.header('content-length', end - start + 1);
  if (request.method === 'HEAD') void reply.send();
  else void reply.send(await storage.read(key, range));
}

/** RFC 6266: a name for old clients, and the real one. */
export const attachment = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`;
