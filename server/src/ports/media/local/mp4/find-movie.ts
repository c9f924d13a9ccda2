import { Problem } from '@lectern/contract/problem';

/** Bytes: three hours of 240 frames a second with the longest tables take 75 MB. More is a lie or an attack. */
const largestMovieBox = 128 * 1024 * 1024;

/** Boxes looked at until the tables are found: honest files have a handful before them, each read takes its time. */
const mostBoxes = 10_000;

/** A file, or what there is of one. */
export type ReadableBytes = {
  read(into: Buffer, offset: number, length: number, position: number): Promise<{ bytesRead: number }>;
};

const firstBoxes = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'pnot', 'styp', 'uuid']);

/**
 * Returns the `moov` body of an MP4 or QuickTime file from `from`, and whether fragments follow. Undefined for other
 * files; throws `broken_media` if the tables are missing.
 */
export async function findMovie(
  handle: ReadableBytes,
  fileSize: number,
  from = 0,
): Promise<{ moov: Buffer; fragmented: boolean } | undefined> {
  const header = Buffer.alloc(16);
  let at = from;
  let moov: Buffer | undefined;
  let fragmented = false;
  for (let boxes = 0; at + 8 <= fileSize && boxes < mostBoxes; boxes += 1) {
    const { bytesRead } = await handle.read(header, 0, 16, at);
    if (bytesRead < 8) break;
    const type = header.toString('latin1', 4, 8);
    if (at === from && !firstBoxes.has(type)) return undefined;
    let size = header.readUInt32BE(0);
    if (size === 1 && bytesRead === 16) size = Number(header.readBigUInt64BE(8));
    if (size === 0) size = fileSize - at;
    if (size < 8) break;
    if (type === 'moov') {
      if (size > largestMovieBox || at + size > fileSize) break;
      const raw = Buffer.alloc(size - 8);
      if ((await handle.read(raw, 0, raw.length, at + 8)).bytesRead < raw.length) break;
      moov = raw;
    }
    fragmented ||= type === 'moof';
    if (moov && fragmented) break;
    at += size;
  }
  if (!moov) throw new Problem('broken_media', { cause: 'an MP4 file without its moov box' });
  return { moov, fragmented };
}
