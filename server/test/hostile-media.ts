import { box, fullBox, u16, u32, u32s } from '../src/ports/media/local/mp4/box.ts';

/** Claims about the samples of a track; each default is harmless. */
export type Claims = {
  /** Samples. */
  count: number;
  /** Bytes of each sample when all have the same; the sizes one by one otherwise. */
  size: number | readonly number[];
  /** Units of a thousandth of a second that each sample lasts. */
  duration?: number;
  /** Where each chunk begins, and how many samples each holds. */
  chunks?: readonly number[];
  perChunk?: number;
  width?: number;
  height?: number;
  entry?: Buffer;
};

/** The smallest decoder configuration that reads as H.264 of high profile. */
const avcC = Buffer.from('0164001fffe100046764001f010004686ebcb0', 'hex');

/** A sample entry of a codec that claims this size of picture. */
export function videoEntry(codec: string, width: number, height: number): Buffer {
  const head = Buffer.alloc(78);
  head.writeUInt16BE(1, 6);
  head.writeUInt16BE(width, 24);
  head.writeUInt16BE(height, 26);
  return box(codec, head, ...(codec === 'avc1' ? [box('avcC', avcC)] : []));
}

/** The `moov` box of one video track that makes these claims, whatever there is in the file. */
export function buildMoovBox({
  count,
  size,
  duration = 1,
  chunks = [8],
  perChunk,
  width = 320,
  height = 180,
  entry = videoEntry('avc1', width, height),
}: Claims): Buffer {
  const sizes = typeof size === 'number' ? u32(size, count) : Buffer.concat([u32(0, count), u32s(size)]);
  const stbl = box(
    'stbl',
    fullBox('stsd', 0, 0, u32(1), entry),
    fullBox('stts', 0, 0, u32(1, count, duration)),
    fullBox('stsz', 0, 0, sizes),
    fullBox('stsc', 0, 0, u32(1, 1, perChunk ?? count, 1)),
    fullBox('stco', 0, 0, u32(chunks.length), u32s(chunks)),
  );
  const matrix = Buffer.from('000100000000000000000000000000000001000000000000000000000000000040000000', 'hex');
  const tkhd = fullBox('tkhd', 0, 3, Buffer.alloc(36), matrix, u32(width << 16, height << 16));
  const mdia = box(
    'mdia',
    fullBox('mdhd', 0, 0, u32(0, 0, 1000, count * duration), u16(0x55c4), u16(0)),
    fullBox('hdlr', 0, 0, u32(0), Buffer.from('vide'), Buffer.alloc(13)),
    box('minf', stbl),
  );
  const mvhd = fullBox('mvhd', 0, 0, u32(0, 0, 1000, count * duration), Buffer.alloc(80));
  return box('moov', mvhd, box('trak', tkhd, mdia));
}

const ftyp = box('ftyp', Buffer.from('isom'), u32(0), Buffer.from('isomavc1'));

/** A file of this movie and of so many bytes in all; `data` stands at its end. */
export function buildMovieFile(movie: Buffer, bytes: number, data: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.concat([ftyp, movie]);
  return Buffer.concat([head, box('mdat', Buffer.alloc(Math.max(0, bytes - head.length - 8)), data)]);
}

/** 204 kB that claim 24 hours of a thousand samples a second, all of them the same bytes. */
export const overlappingSamples = (): Buffer => {
  const chunks = Array.from({ length: 50_000 }, () => 64);
  return buildMovieFile(buildMoovBox({ count: 86_400_000, size: 1, chunks, perChunk: 1728 }), 204_000);
};

/** Nothing but empty boxes: every one of them is looked at by who searches for the next. */
export function emptyBoxes(bytes: number): Buffer {
  const file = Buffer.alloc(bytes);
  for (let at = 0; at + 8 <= bytes; at += 8) file.write('\0\0\0\x08free', at, 'latin1');
  ftyp.copy(file);
  return file;
}

/** A picture of 16000 × 16000, by what its tables say. */
export const hugePicture = (): Buffer =>
  buildMovieFile(buildMoovBox({ count: 10, size: 100, duration: 500, width: 16_000, height: 16_000 }), 15_000);

/** Twelve seconds of one picture a second, in samples of so many bytes that are pictures by their headers alone. */
export function buildHeavyMovie(entry: Buffer, size: number): Buffer {
  const picture = Buffer.alloc(size);
  picture.writeUInt32BE(size - 4);
  picture[4] = 0x65;
  const claims = { count: 12, size, duration: 1000, entry };
  const dataAt = ftyp.length + buildMoovBox(claims).length + 8;
  return buildMovieFile(
    buildMoovBox({ ...claims, chunks: [dataAt] }),
    0,
    Buffer.concat(Array.from({ length: 12 }, () => picture)),
  );
}
