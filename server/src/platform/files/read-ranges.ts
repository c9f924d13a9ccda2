import { Problem } from '@lectern/contract/problem';
import type { ReadTarget } from '../../ports/storage/port.ts';

/** Places that are read at once, with what lies between them. */
type Run = { places: ReadTarget[]; start: number; end: number; wanted: number };

/**
 * What was read together and copied apart is memory for the next reading: made anew for each piece of each segment, it
 * kept the garbage collector busy for a third of a web process's time.
 */
const spare: Buffer[] = [];
const mostSpare = 8;
const largestSpare = 1024 ** 2;

/**
 * Reads places of an object in as few goes as pay: two are read at once where fewer than `worthReading` bytes lie
 * between them. All that is read is at most twice what is wanted, and `worthReading`: a file of a stranger may lie in
 * crumbs.
 */
export async function readPlaces(
  places: readonly ReadTarget[],
  worthReading: number,
  read: (into: Buffer, at: number) => Promise<number>,
): Promise<void> {
  // What ends early is not what was looked at; the rest of the memory may hold bytes of somebody else.
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
