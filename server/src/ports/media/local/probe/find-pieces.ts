import { readSync } from 'node:fs';
import { readMatroskaElements, ids, timeOfCluster } from './ebml.ts';
import { mostPieces, type RecordingPiece, type RecordingPieceStart } from './limits.ts';
import { startsOfTransport } from './transport.ts';

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

/**
 * Milliseconds by which times that begin anew are back, at the first one or anywhere, or ahead: no pause lasts so long.
 */
const anew = { atFirst: 500, back: { toFirst: 1_000, anywhere: 60_000 }, ahead: 3_600_000 };

type Times = { first: number; latest: number };

/** Whether the times of a recording begin anew behind those that came before. */
const beginsAnew = (time: number, { first, latest }: Times): boolean =>
  (time < latest - anew.back.toFirst && time <= first + anew.atFirst) ||
  time < latest - anew.back.anywhere ||
  time > latest + anew.ahead;

/** Bytes of a fragment within which its first track says when it begins. */
const longestFragmentHead = 512;

/**
 * The first track of a fragment of an MP4 file, and when it begins, in units of its own: late, where it does not say.
 */
function timeOfFragment(bytes: Buffer): { track: number; time: number } {
  const late = { track: 0, time: Infinity };
  const [header, times] = ['tfhd', 'tfdt'].map((type) => bytes.indexOf(type, 'latin1'));
  if (header! < 0 || times! < 0) return late;
  const isLong = bytes[times! + 4] === 1;
  if (header! + 12 > bytes.length || times! + (isLong ? 16 : 12) > bytes.length) return late;
  const time = isLong ? Number(bytes.readBigUInt64BE(times! + 8)) : bytes.readUInt32BE(times! + 8);
  return { track: bytes.readUInt32BE(header! + 8), time };
}

/** Where each of these formats has the beginning of another file of its kind behind itself. */
const walks: readonly ((fd: number, size: number) => Iterable<RecordingPieceStart>)[] = [
  function* matroska(fd, size) {
    for (let start: number | undefined = 0; start !== undefined;) {
      let [last, over]: [number, number] = [start, start];
      let head = { start, end: start };
      let times: Times | undefined;
      for (const { id, at, body, end } of readMatroskaElements(fd, { start, end: size })) {
        if (id === ids.header) {
          yield { start: at };
          [head, times] = [{ start: at, end: at }, undefined];
        }
        const time = id === ids.cluster ? timeOfCluster(fd, body) : undefined;
        if (time !== undefined) {
          if (!times) head = { ...head, end: at };
          const isAnew = times !== undefined && beginsAnew(time, times);
          if (isAnew) yield { start: at, head };
          times = times && !isAnew ? { ...times, latest: Math.max(times.latest, time) } : { first: time, latest: time };
        }
        [last, over] = [body, end === Infinity || id === ids.segment ? body : end];
      }
      start = last === start || over === size ? undefined : findBeginning(fd, last, size, beginnings.matroska);
    }
  },

  function* boxes(fd, size) {
    // Before the tables another box of this type belongs to the same file.
    let whole = true;
    let last = 0;
    let head = { start: 0, end: 0 };
    // Samples in a head would be played again with each piece.
    let isPlayed = false;
    let times = new Map<number, Times>();
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
        yield { start: at };
        whole = false;
        [head, isPlayed, times] = [{ start: at, end: at }, false, new Map()];
      }
      if (type === 'mdat' && times.size === 0) isPlayed ||= long > 16;
      if (type === 'moof' && !isPlayed) {
        if (times.size === 0) head = { ...head, end: at };
        const { track, time } = timeOfFragment(bytesAt(fd, at, longestFragmentHead));
        const known = times.get(track);
        const isAnew = known !== undefined && time < known.first + (known.latest - known.first) / 2;
        if (isAnew) yield { start: at, head };
        if (isAnew) times.clear();
        times.set(track, { first: isAnew ? time : (known?.first ?? time), latest: time });
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
      yield { start: at };
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
      if (isFirst && !begins) yield { start: at };
      begins = isFirst;
      const lengths = page.subarray(27, 27 + page[26]!);
      at += 27 + lengths.length + lengths.reduce((sum, length) => sum + length, 0);
    }
  },

  startsOfTransport,
];

/**
 * Finds the consecutive recordings in a file: one for valid files and unknown formats. `isMore`: there are too many,
 * so the file is read as one.
 */
export function findPieces(fd: number, size: number): { pieces: RecordingPiece[]; isMore: boolean } {
  const whole = [{ start: 0, end: size }];
  for (const walk of walks) {
    const starts: RecordingPieceStart[] = [];
    let named = 0;
    for (const start of walk(fd, size)) {
      starts.push(start);
      named += start.head ? 2 : 1;
      if (named > mostPieces) break;
    }
    if (starts[0]?.start !== 0) continue;
    if (named > mostPieces) return { pieces: whole, isMore: true };
    return { pieces: starts.map((start, n) => ({ ...start, end: starts[n + 1]?.start ?? size })), isMore: false };
  }
  return { pieces: whole, isMore: false };
}
