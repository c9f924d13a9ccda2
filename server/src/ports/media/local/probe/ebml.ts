import type { RecordingPiece } from './limits.ts';
import type { TrackHead } from './transport.ts';
import { readSync } from 'node:fs';

/** Elements of Matroska and WebM (RFC 9559) by their ids. */
export const ids = {
  header: 0x1a45dfa3,
  void: 0xec,
  checksum: 0xbf,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  time: 0xe7,
  tracks: 0x1654ae6b,
  track: 0xae,
  number: 0xd7,
  type: 0x83,
  encodings: 0x6d80,
  encoding: 0x6240,
  encryption: 0x5035,
  algorithm: 0x47e1,
} as const;

/** Where it begins, where its content does and where that ends: Infinity where it does not say. */
type Element = { id: number; at: number; body: number; end: number };

/** Bytes of an id and a length at most. */
const longestHead = 12;

/** The element that begins here; undefined where the bytes are none. */
function elementIn(bytes: Buffer, at: number): Element | undefined {
  const idLength = Math.clz32(bytes[0] ?? 0) - 23;
  const head = bytes[idLength] ?? 0;
  const sizeLength = Math.clz32(head) - 23;
  if (idLength > 4 || sizeLength > 8 || bytes.length < idLength + sizeLength) return undefined;
  let [size, unknown] = [head & ((1 << (8 - sizeLength)) - 1), head === (1 << (9 - sizeLength)) - 1];
  for (const byte of bytes.subarray(idLength + 1, idLength + sizeLength)) {
    size = size * 256 + byte;
    unknown &&= byte === 255;
  }
  const body = at + idLength + sizeLength;
  return { id: bytes.readUIntBE(0, idLength), at, body, end: unknown ? Infinity : body + size };
}

/** Other elements valid in a segment or cluster; anything else is damage. */
const known = new Set<number>([
  ...Object.values(ids),
  // Segment elements: seek positions, info, cues, chapters, attachments, tags.
  0x114d9b74,
  0x1549a966,
  0x1c53bb6b,
  0x1043a770,
  0x1941a469,
  0x1254c367,
  // Cluster elements: silent tracks, position, previous size, blocks.
  0x5854,
  0xa7,
  0xab,
  0xa3,
  0xa0,
  0xaf,
]);

/** Elements of a file that are looked at; honest files have a tenth of that. */
export const mostElements = 5_000_000;

/**
 * Yields Matroska elements flat: children of segments and of elements of unknown length follow them. Ends silently at
 * invalid bytes; yields nothing for other files.
 */
export function* readMatroskaElements(
  fd: number,
  { start, end }: RecordingPiece,
  most = mostElements,
): Generator<Element> {
  const window = Buffer.alloc(4096);
  let [from, filled] = [0, 0];
  for (let at = start, n = 0; at < end && n < most; n += 1) {
    if (at < from || at + longestHead > from + filled) {
      from = at;
      filled = readSync(fd, window, 0, window.length, at);
    }
    const found = elementIn(window.subarray(at - from, Math.min(filled, at - from + longestHead)), at);
    if (!found || !known.has(found.id) || (at === start && found.id !== ids.header)) return;
    yield found;
    const isEntered = found.id === ids.segment || found.end === Infinity;
    if (isEntered && found.id !== ids.segment && found.id !== ids.cluster) return;
    at = isEntered ? found.body : found.end;
  }
}

/** The elements that follow each other in a part of a file that is in memory. */
function* elementsWithin(bytes: Buffer): Generator<{ id: number; body: Buffer }> {
  for (let at = 0; at < bytes.length;) {
    const found = elementIn(bytes.subarray(at, at + longestHead), at);
    if (!found) return;
    yield { id: found.id, body: bytes.subarray(found.body, found.end) };
    at = found.end;
  }
}

const bodiesOf = (bytes: Buffer, id: number): Buffer[] =>
  [...elementsWithin(bytes)].flatMap((element) => (element.id === id ? [element.body] : []));

const numberIn = (bytes: Buffer, id: number): number | undefined => {
  const [body] = bodiesOf(bytes, id);
  return body && body.length > 0 && body.length <= 6 ? body.readUIntBE(0, body.length) : undefined;
};

/** When a cluster begins, in milliseconds as nearly all files count them; it stands first in it. */
export function timeOfCluster(fd: number, body: number): number | undefined {
  const bytes = Buffer.alloc(32);
  return numberIn(bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, body)), ids.time);
}

/** A way of encryption of 0 is none. */
const isEncrypted = (track: Buffer): boolean =>
  bodiesOf(track, ids.encodings)
    .flatMap((encodings) => bodiesOf(encodings, ids.encoding))
    .flatMap((encoding) => bodiesOf(encoding, ids.encryption))
    .some((encryption) => numberIn(encryption, ids.algorithm) !== 0);

const kinds: Readonly<Record<number, TrackHead['kind']>> = { 1: 'video', 2: 'audio' };

/** Types of tracks that ffmpeg makes no stream of: of several others, logos, buttons, controls. */
const noStreams = new Set<number | undefined>([3, 16, 18, 32]);

/** Bytes of the descriptions of tracks that are read, and elements before them. */
const mostOfTracks = { bytes: 4 * 1024 ** 2, elementsBefore: 10_000 };

/** The tracks of a recording in a file of Matroska. */
export function tracksOfMatroska(fd: number, piece: RecordingPiece): TrackHead[] {
  for (const { id, body, end } of readMatroskaElements(fd, piece, mostOfTracks.elementsBefore)) {
    if (id === ids.cluster) return [];
    if (id !== ids.tracks) continue;
    const bytes = Buffer.alloc(Math.min(end - body, piece.end - body, mostOfTracks.bytes));
    const tracks = bodiesOf(bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, body)), ids.track);
    return tracks
      .filter((track) => !noStreams.has(numberIn(track, ids.type)))
      .map((track, n) => ({
        n,
        id: numberIn(track, ids.number) ?? 0,
        kind: kinds[numberIn(track, ids.type) ?? 0],
        isEncrypted: isEncrypted(track),
      }));
  }
  return [];
}
