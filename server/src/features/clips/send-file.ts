import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Problem } from '@lectern/contract/problem';
import type { Wire } from '../../platform/serve.ts';

export type ByteRange = { start: number; end: number };

/** RFC 9110, one range only; `undefined` for all bytes (also for headers that are not understood), `null` for none. */
export function byteRange(header: string | undefined, size: number): ByteRange | null | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (!match || (match[1] === '' && match[2] === '')) return undefined;
  const start = match[1] === '' ? Math.max(0, size - Number(match[2])) : Number(match[1]);
  const end = match[1] === '' || match[2] === '' ? size - 1 : Math.min(size - 1, Number(match[2]));
  if (start >= size) return null;
  return end < start ? undefined : { start, end };
}

/** RFC 6266: a name for old clients, and the real one. */
export const attachment = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)}`;

/** Sends a file as a download, in parts where the client asks for them. Throws `not_found` when there is none. */
export async function sendFile(
  { request, reply }: Wire,
  file: string,
  { type, name }: { type: string; name: string },
): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found) throw new Problem('not_found');
  reply
    .header('accept-ranges', 'bytes')
    .header('content-disposition', attachment(name))
    .header('cache-control', 'private, no-cache')
    .type(type);
  const range = byteRange(request.headers.range, found.size);
  if (range === null) {
    void reply.code(416).header('content-range', `bytes */${found.size}`).send();
    return;
  }
  const { start, end } = range ?? { start: 0, end: found.size - 1 };
  if (range) void reply.code(206).header('content-range', `bytes ${start}-${end}/${found.size}`);
  reply.header('content-length', end - start + 1);
  if (request.method === 'HEAD') void reply.send();
  else void reply.send(createReadStream(file, { start, end }));
}
