import { readSync } from 'node:fs';
import type { SampleTable } from './sample-table.ts';

/** Bytes read at once: several frames of a quiet recording, a fraction of one of a busy one. */
const windowSize = 16 * 1024;

/** Which kinds of NAL units (ITU-T H.264, table 7-1) a sample holds. */
type Kinds = { slice: boolean; idr: boolean };

export type PictureScan = {
  /** 1 where decoding can truly begin: at IDR pictures, whatever the table of sync samples calls so. */
  sync: Uint8Array;
  /** Samples that were looked at, and those of them that are no whole row of NAL units with a picture in it. */
  looked: number;
  damaged: number;
};

/** Pictures, other than claimed sync samples, that `some` looks at: evenly from all over the recording. */
const somePictures = 4096;

/**
 * Scans NAL unit headers of H.264 samples: all, some, or claimed sync samples alone, synchronously, because there are
 * hundreds of thousands. Believes the table about those past `upTo` bytes.
 */
export function scanPictures(
  file: number,
  table: SampleTable,
  lengthSize: number,
  which: 'all' | 'some' | 'sync',
  upTo: number,
): PictureScan {
  const window = Buffer.alloc(windowSize);
  let [windowStart, windowEnd] = [0, 0];
  const at = (position: number, bytes: number): number => {
    if (position < windowStart || position + bytes > windowEnd) {
      windowStart = position;
      windowEnd = position + readSync(file, window, 0, windowSize, position);
    }
    return position - windowStart;
  };

  function kindsIn(offset: number, size: number): Kinds | undefined {
    const kinds: Kinds = { slice: false, idr: false };
    const end = offset + size;
    for (let position = offset; position < end;) {
      if (position + lengthSize + 1 > end) return undefined;
      const place = at(position, lengthSize + 1);
      const length = window.readUIntBE(place, lengthSize);
      const header = window[place + lengthSize]!;
      position += lengthSize + length;
      // The first bit of a header is never set.
      if (position > end || (length > 0 && header & 0x80)) return undefined;
      const type = length > 0 ? header & 31 : 0;
      kinds.slice ||= type >= 1 && type <= 5;
      kinds.idr ||= type === 5;
    }
    return kinds.slice ? kinds : undefined;
  }

  const sync = new Uint8Array(table.count);
  const every = { all: 1, some: Math.ceil(table.count / somePictures), sync: Infinity }[which];
  let [looked, damaged] = [0, 0];
  for (let n = 0; n < table.count; n += 1) {
    if (!table.sync[n] && n % every !== 0) continue;
    if (table.offset[n]! + table.size[n]! > upTo) {
      sync[n] = table.sync[n]!;
      continue;
    }
    looked += 1;
    const kinds = kindsIn(table.offset[n]!, table.size[n]!);
    if (!kinds) damaged += 1;
    else if (kinds.idr && table.sync[n]) sync[n] = 1;
  }
  return { sync, looked, damaged };
}
