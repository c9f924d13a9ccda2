import { createHash } from 'node:crypto';
import { addAbortSignal, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { ExportManifest } from './format.ts';

/** A file of an archive. `open` is called when its turn comes; `size` in bytes, where it is known beforehand. */
export type ArchiveFile = {
  path: string;
  open: () => AsyncIterable<Uint8Array | string>;
  size?: number;
  /** False for what is compressed already. */
  compress: boolean;
};

type Options = {
  signal: AbortSignal;
  /** Told the bytes of each piece as it goes out. */
  onBytes: (count: number) => void;
  /** The last file, made of the list of all before it. */
  finish: (files: ExportManifest['files']) => ArchiveFile;
};

/**
 * Streams a ZIP of these files one at a time, as fast as it is read, never in memory. Uses Zip64 where needed. Fails
 * when a file does.
 */
export function writeArchive(files: AsyncIterable<ArchiveFile>, { signal, onBytes, finish }: Options): Readable {
  const zip = new ZipFile();
  // The library's type leaves out what its stream is.
  const output = zip.outputStream as Readable;
  const written: ExportManifest['files'] = [];

  const add = async ({ path, open, size, compress }: ArchiveFile): Promise<void> => {
    const hash = createHash('sha256');
    let bytes = 0;
    const measured = async function* (): AsyncGenerator<Uint8Array> {
      for await (const piece of open()) {
        const chunk = typeof piece === 'string' ? Buffer.from(piece) : piece;
        hash.update(chunk);
        bytes += chunk.length;
        onBytes(chunk.length);
        yield chunk;
      }
    };
    const stream = addAbortSignal(signal, Readable.from(measured(), { objectMode: false }));
    zip.addReadStream(stream, path, { compress, ...(size === undefined ? {} : { size }) });
    await finished(stream);
    written.push({ path, bytes, sha256: hash.digest('hex') });
  };
  const fill = async (): Promise<void> => {
    for await (const file of files) await add(file);
    await add(finish(written));
    zip.end();
  };
  zip.on('error', (error: Error) => output.destroy(error));
  fill().catch((error: Error) => output.destroy(error));
  return addAbortSignal(signal, output);
}
