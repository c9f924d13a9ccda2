/** A line that begins with a time: its seconds, which of the written lines it is, and where in the text. */
export type TimedLine = { at: number; line: number; offset: number };

/** Share of the times that rise, in what tells a recording in its order. */
const mostRise = 0.9;
/**
 * An agenda within a text: its part of the lines at most, its lines with times, and the letters a second between them.
 */
const agenda = { most: 0.25, timed: 0.4, slow: 0.5 };

/**
 * Whether loose time lines form a recording's timeline: several of them or one at the beginning, rising, and no
 * agenda.
 */
export function isTimeline(heads: readonly TimedLine[], lines: number): boolean {
  const [first, last] = [heads[0], heads.at(-1)];
  if (!first || !last) return false;
  if (heads.length === 1) return first.line === 0;
  // A recording in two parts begins anew once.
  const falls = heads.filter(({ at }, n) => n > 0 && at < heads[n - 1]!.at).length;
  if (falls > Math.max(1, heads.length * (1 - mostRise))) return false;
  const part = last.line - first.line + 1;
  const isSlow = last.offset - first.offset < (last.at - first.at) * agenda.slow;
  return !(part < lines * agenda.most && heads.length > part * agenda.timed && isSlow);
}

/**
 * The places of the longest row of times that rise, where that is nearly all: what is out of it is no head, but said.
 */
export function findRisingTimes(times: readonly number[]): ReadonlySet<number> {
  /** The place of the smallest time that ends a row of each length, and which one comes before each place. */
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [place, time] of times.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (times[ends[middle]!]! <= time) low = middle + 1;
      else high = middle;
    }
    before.push(ends[low - 1]);
    ends[low] = place;
  }
  const kept = new Set<number>();
  for (let place = ends.at(-1); place !== undefined; place = before[place]) kept.add(place);
  return kept.size < times.length * mostRise ? new Set(times.keys()) : kept;
}
