import { readSync } from 'node:fs';

/** Elements of Matroska and WebM (RFC 9559) by their ids. */
export const ids = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  cluster: 0x1f43b675,
  tracks: 0x1654ae6b,
  track: 0xae,
  encodings: 0x6d80,
  encoding: 0x6240,
  encryption: 0x5035,
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

/**
 * The elements of a file of Matroska one after the other, without levels: of a segment and of what does not say how long
 * it is those within come next. Ends quietly where the bytes make no sense; nothing of another file.
 */
export function* elementsOf(fd: number, size: number): Generator<Element> {
  const window = Buffer.alloc(4096);
  let [from, filled] = [0, 0];
  for (let at = 0; at < size;) {
    if (at < from || at + longestHead > from + filled) {
      from = at;
      filled = readSync(fd, window, 0, window.length, at);
    }
    const found = elementIn(window.subarray(at - from, Math.min(filled, at - from + longestHead)), at);
    if (!found || (at === 0 && found.id !== ids.header)) return;
    yield found;
    const isEntered = found.id === ids.segment || found.end === Infinity;
    if (isEntered && found.id !== ids.segment && found.id !== ids.cluster) return;
    at = isEntered ? found.body : found.end;
  }
}

/** Bytes of the descriptions of tracks that are read. */
const mostOfTracks = 4 * 1024 ** 2;

/** What a description of encryption lies in, from the outside in. */
const around = [ids.track, ids.encodings, ids.encoding];

function holdsEncryption(bytes: Buffer, [outer, ...inner]: readonly number[] = around): boolean {
  for (let at = 0; at < bytes.length;) {
    const found = elementIn(bytes.subarray(at, at + longestHead), at);
    if (!found) return false;
    const isOurs = found.id === (outer ?? ids.encryption);
    if (isOurs && (outer === undefined || holdsEncryption(bytes.subarray(found.body, found.end), inner))) return true;
    at = found.end;
  }
  return false;
}

/** Whether a file of Matroska says of a track that it is encrypted. */
export function hasEncryptedTrack(fd: number, size: number): boolean {
  for (const { id, body, end } of elementsOf(fd, size)) {
    if (id === ids.cluster) return false;
    if (id !== ids.tracks) continue;
    const bytes = Buffer.alloc(Math.min(end - body, size - body, mostOfTracks));
    return holdsEncryption(bytes.subarray(0, readSync(fd, bytes, 0, bytes.length, body)));
  }
  return false;
}
