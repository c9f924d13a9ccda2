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

/** By what the beginning of a file is found, how many bytes stand before that, and whether it is one. */
type Beginning = { sign: Buffer; before: number; isOne: (head: Buffer) => boolean };

const beginnings = {
  matroska: {
    sign: Buffer.from('1a45dfa3', 'hex'),
    before: 0,
    isOne: (head) => /webm|matroska/.test(head.toString('latin1')),
  },
  boxes: { sign: Buffer.from('ftyp'), before: 4, isOne: (head) => head.readUInt32BE(0) < longestBeginning },
} satisfies Record<string, Beginning>;

/** Bytes. */
const longestBeginning = 256;

/** Bytes behind damage in which the beginning of another recording is looked for, and of each read. */
const searched = { most: 512 * 1024 ** 2, step: 1024 ** 2 };

/** Where another file begins behind a place where the bytes make no sense, or within what was cut off. */
function findBeginning(fd: number, from: number, size: number, { sign, before, isOne }: Beginning): number | undefined {
  for (let at = from; at < Math.min(size, from + searched.most); at += searched.step) {
    const bytes = bytesAt(fd, at, searched.step + longestBeginning);
    for (let n = bytes.indexOf(sign, before); n >= 0; n = bytes.indexOf(sign, n + 1))
      if (isOne(bytes.subarray(n - before, n - before + longestBeginning))) return at + n - before;
  }
  return undefined;
}

/** Where each of these formats has the beginning of another file of its kind behind itself. */
const walks: readonly ((fd: number, size: number) => Generator<number>)[] = [
  function* matroska(fd, size) {
    for (let start: number | undefined = 0; start !== undefined;) {
      let [last, over]: [number, number] = [start, start];
      for (const { id, at, body, end } of elementsOf(fd, { start, end: size })) {
        if (id === ids.header) yield at;
        [last, over] = [body, end === Infinity || id === ids.segment ? body : end];
      }
      start = last === start || over === size ? undefined : findBeginning(fd, last, size, beginnings.matroska);
    }
  },

  function* boxes(fd, size) {
    // Before the tables another box of this type belongs to the same file.
    let whole = true;
    let last = 0;
    for (let at = 0, n = 0; at + 8 <= size && n < mostParts; n += 1) {
      const header = bytesAt(fd, at, 16);
      const type = header.toString('latin1', 4, 8);
      if (at === 0 && type !== 'ftyp') return;
      const length = header.readUInt32BE(0);
      const long = length === 1 && header.length === 16 ? Number(header.readBigUInt64BE(8)) : length;
      const isBox = long >= 8 && at + long <= size && /^[\w ©-]{4}$/.test(type);
      if (!isBox) {
        // This one was cut off, or the last one, whose length led here.
        const next = findBeginning(fd, last, size, beginnings.boxes);
        if (next === undefined) return;
        [at, last, whole] = [next, next + 8, true];
        continue;
      }
      if (type === 'ftyp' && whole) {
        yield at;
        whole = false;
      }
      whole ||= type === 'moov';
      last = at + 8;
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

/** So many fit into the list that ffmpeg is given. More come from a server that sends each second with a head of its own. */
const mostPieces = 250;

/**
 * The recordings in a file, as they follow each other; one for a file as it should be, and of a format not known here.
 * `isMore`: it holds so many that it is read as one.
 */
export function findPieces(fd: number, size: number): { pieces: Piece[]; isMore: boolean } {
  const whole = [{ start: 0, end: size }];
  for (const walk of walks) {
    const starts: number[] = [];
    for (const start of walk(fd, size)) if (starts.push(start) > mostPieces) break;
    if (starts[0] !== 0) continue;
    if (starts.length > mostPieces) return { pieces: whole, isMore: true };
    return { pieces: starts.map((start, n) => ({ start, end: starts[n + 1] ?? size })), isMore: false };
  }
  return { pieces: whole, isMore: false };
}
