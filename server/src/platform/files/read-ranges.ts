import { Problem } from '@lectern/contract/problem';
import type { ReadTarget } from '../../ports/storage/port.ts';

/** Places that are read at once, with what lies between them. */
type Run = { places: ReadTarget[]; start: number; end: number; wanted: number };

/**
 * Reuses read buffers; allocating one per piece of each segment kept garbage collection busy for a third of a web
 * process's time.
 */
const spare: Buffer[] = [];
const mostSpare = 8;
const largestSpare = 1024 ** 2;

/**
 * Merges two reads when fewer than `worthReading` bytes lie between. Reads at most twice the wanted bytes plus
 * `worthReading`, because a hostile file may be fragmented.
 */
export async function readPlaces(
  places: readonly ReadTarget[],
  worthReading: number,
  read: (into: Buffer, at: number) => Promise<number>,
): Promise<void> {
  // A short read means the object differs; the rest of the buffer may hold another user's bytes.
  const readAll = async (into: Buffer, at: number): Promise<void> => {
    if ((await read(into, at)) < into.length)
      throw new Problem('storage_unavailable', { cause: 'The object ends early.' });
  };
  for (const { places: together, start, end } of runsOf(places, worthReading)) {
    const [only] = together;
    if (only && together.length === 1) {
      await readAll(only.into, only.at);
      continue;
    }
    const lent = spare.pop();
    const whole = lent && lent.length >= end - start ? lent : Buffer.allocUnsafeSlow(end - start);
    const span = whole.subarray(0, end - start);
    await readAll(span, start);
    for (const { into, at } of together) span.copy(into, 0, at - start, at - start + into.length);
    if (spare.length < mostSpare && whole.length <= largestSpare) spare.push(whole);
  }
}

function runsOf(places: readonly ReadTarget[], worthReading: number): Run[] {
  const runs: Run[] = [];
  for (const place of places.toSorted((a, b) => a.at - b.at)) {
    const last = runs.at(-1);
    const end = place.at + place.into.length;
    const wanted = (last?.wanted ?? 0) + place.into.length;
    const near = last && place.at - last.end <= worthReading && end - last.start <= 2 * wanted + worthReading;
    if (!near) runs.push({ places: [place], start: place.at, end, wanted: place.into.length });
    else {
      last.places.push(place);
      Object.assign(last, { end: Math.max(last.end, end), wanted });
    }
  }
  return runs;
}
