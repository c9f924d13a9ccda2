import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readFailure } from './connect.ts';

/** Name that a server gives a file, without folders. */
function readFileName(response: Response): string | undefined {
  const header = response.headers.get('content-disposition') ?? '';
  const name = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1];
  return name && decodeURIComponent(name).replaceAll(/[/\\]/g, '_').replace(/^\.+/, '');
}

/** Writes what an address gives into a file, which is there once it is whole. Resolves with its path. */
export async function download(
  url: string,
  wanted: string | undefined,
  usual: string,
  onProgress: (received: number) => void,
): Promise<string> {
  const response = await fetch(url);
  if (!response.ok || !response.body) throw readFailure(response.status, await response.json().catch(() => undefined));
  const path = wanted ?? readFileName(response) ?? usual;
  const part = `${path}.part`;
  let received = 0;
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      onProgress(received);
      done(null, chunk);
    },
  });
  try {
    await pipeline(Readable.fromWeb(response.body as never), counting, createWriteStream(part));
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return path;
}
