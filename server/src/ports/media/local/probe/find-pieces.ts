import { readSync } from 'node:fs';
import { elementsOf, ids } from './ebml.ts';

/** One of several recordings that a file holds one behind the other, by its bytes: the end is not among them. */
export type Piece = { start: number; end: number };

/** Parts of a file that are looked at; honest files have a tenth of that. */
const mostParts = 5_000_000;

const bytesAt = (fd: number, at: number, count: number): Buffer => {
  const bytes = Buffer.alloc(count);
  return bytes.subarray(0, readSync(fd, bytes, 0, count, at));
};

/** Where each of these formats has the beginning of another file of its kind behind itself. */
const walks: readonly ((fd: number, size: number) => Generator<number>)[] = [
  function* matroska(fd, size) {
    let n = 0;
    for (const { id, at } of elementsOf(fd, size)) {
      if (id === ids.header) yield at;
      if ((n += 1) > mostParts) return;
    }
  },

  function* boxes(fd, size) {
    // Before the tables another box of this type belongs to the same file.
    let whole = true;
    for (let at = 0, n = 0; at + 8 <= size && n < mostParts; n += 1) {
      const header = bytesAt(fd, at, 16);
      const type = header.toString('latin1', 4, 8);
      if (at === 0 && type !== 'ftyp') return;
      if (type === 'ftyp' && whole) {
        yield at;
        whole = false;
      }
      whole ||= type === 'moov';
      const length = header.readUInt32BE(0);
      const long = length === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : length;
      if (long < 8) return;
      at += long;
    }
  },

  function* waves(fd, size) {
    for (let at = 0; at + 12 <= size;) {
      const header = bytesAt(fd, at, 12);
      if (header.toString('latin1', 0, 4) !== 'RIFF' || header.toString('latin1', 8, 12) !== 'WAVE') return;
      yield at;
      const length = header.readUInt32LE(4);
      at += 8 + length + (length % 2);
    }
  },

  function* ogg(fd, size) {
    let begins = false;
    for (let at = 0, n = 0; at + 27 <= size && n < mostParts; n += 1) {
      const page = bytesAt(fd, at, 27 + 255);
      if (page.toString('latin1', 0, 4) !== 'OggS') return;
      const isFirst = (page[5]! & 2) !== 0;
      if (isFirst && !begins) yield at;
      begins = isFirst;
      const lengths = page.subarray(27, 27 + page[26]!);
      at += 27 + lengths.length + lengths.reduce((sum, length) => sum + length, 0);
    }
  },
];

/** More come from a server that sends each second with a head of its own: such a file is one recording. */
const mostPieces = 500;

/** The recordings in a file, as they follow each other; one for a file as it should be, and of a format not known here. */
export function findPieces(fd: number, size: number): Piece[] {
  for (const walk of walks) {
    const starts: number[] = [];
    for (const start of walk(fd, size)) if (starts.push(start) > mostPieces) break;
    if (starts[0] === 0 && starts.length <= mostPieces)
      return starts.map((start, n) => ({ start, end: starts[n + 1] ?? size }));
  }
  return [{ start: 0, end: size }];
}
