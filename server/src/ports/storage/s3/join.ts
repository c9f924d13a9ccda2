import type { ByteRange, ObjectPiece } from '../port.ts';

/** Source of one multipart part: a range the service copies itself, or bytes that are read and sent. */
export type JoinedPart = { copied: Range } | { sent: Range[] };
export type Range = ByteRange & { key: string };

/** Bytes: S3 wants every part but the last to be this long, and takes 10,000 of them. */
const shortest = 5 * 1024 ** 2;
const most = 9_000;

/** Bytes the service copies in one call. */
const longest = 512 * 1024 ** 2;

const lengthOf = ({ start, end }: ByteRange): number => end - start + 1;

/**
 * The parts of an object that is made of pieces. What is too short for a part is read, with the beginning of what
 * follows.
 */
export function joinedParts(pieces: readonly ObjectPiece[]): JoinedPart[] {
  const least = Math.max(shortest, Math.ceil(pieces.reduce((sum, { size }) => sum + size, 0) / most));
  const parts: JoinedPart[] = [];
  let short: Range[] = [];
  const missing = (): number => least - short.reduce((sum, range) => sum + lengthOf(range), 0);
  for (const { key, size } of pieces) {
    let at = 0;
    if (short.length > 0) {
      at = Math.min(size, missing());
      short.push({ key, start: 0, end: at - 1 });
      if (missing() > 0) continue;
      parts.push({ sent: short });
      short = [];
    }
    while (size - at >= least) {
      const end = Math.min(size, at + Math.max(longest, least));
      parts.push({ copied: { key, start: at, end: end - 1 } });
      at = end;
    }
    if (at < size) short.push({ key, start: at, end: size - 1 });
  }
  return short.length > 0 ? [...parts, { sent: short }] : parts;
}
