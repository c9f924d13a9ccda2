import { extractSubjectStems } from '@lectern/chaptering/terms';
import type { Places, Term } from './looked-up-terms.ts';

/** A recording in which windows are chosen: its cues, and when the last one ends. Seconds. */
export type Searched = { id: string; title: string; duration: number; cues: number };

/** Cues of a recording that follow each other, the last excluded. `beside`: what speaks for it but its own words. */
export type Window = { videoId: string; from: number; to: number; beside: number };

/** A term with how much it tells: a rare one more. */
export type WeightedTerm = Term & { weight: number };

/**
 * How windows are ranked: BM25, with a quarter of the better neighbour's, a quarter of the whole recording's, and the titles.
 * Measured by `npm run bench -- ask`.
 */
const ranking = { saturation: 1.2, near: 0.25, recording: 0.25, title: 0.15, half: 8 };
const windowSeconds = 60;
/** Cues of a window: of very short and very long ones too. */
const windowCues = { least: 2, most: 40 };
/** Windows that are read, in all and of each of several recordings. */
const mostRead = { all: 32, ofRecording: 5 };

/** A word that is said `times` in a window, from 0 to below 2.2 (BM25). */
export const saturate = (times: number): number =>
  times === 0 ? 0 : (times * (ranking.saturation + 1)) / (times + ranking.saturation);

/** How often each term is said in the windows of a recording, which begin every half of one: edges are inside the next. */
type Counted = { video: Searched; size: number; counts: Uint16Array[]; total: number[] };

/** Cues of half a window. */
function halfOf({ cues, duration }: Searched): number {
  const perWindow = Math.round((windowSeconds * cues) / Math.max(1, duration));
  return Math.ceil(Math.min(windowCues.most, Math.max(windowCues.least, perWindow)) / 2);
}

function countByWindow(video: Searched, found: readonly Places[]): Counted {
  const size = halfOf(video);
  const counts = found.map((places) => {
    const windows = new Uint16Array(Math.ceil(video.cues / size));
    for (const n of places.get(video.id) ?? []) {
      const half = Math.floor(n / size);
      windows[half]! += 1;
      if (half > 0) windows[half - 1]! += 1;
    }
    return windows;
  });
  return { video, size, counts, total: found.map((places) => places.get(video.id)?.length ?? 0) };
}

/** Scores every window of a recording by its own words, and by what else speaks for it. */
function scoreWindows({ video, size, counts, total }: Counted, terms: readonly WeightedTerm[]) {
  const titled = new Set(extractSubjectStems(video.title));
  let whole = 0;
  for (const [n, { stem, weight }] of terms.entries()) {
    const said = total[n]! / (total[n]! + ranking.half);
    whole += weight * (ranking.recording * said + (titled.has(stem) ? ranking.title : 0));
  }
  const own = new Float64Array(Math.ceil(video.cues / size));
  for (const [n, { weight }] of terms.entries())
    for (const [window, count] of counts[n]!.entries()) if (count > 0) own[window]! += weight * saturate(count);
  return Array.from(own.entries()).flatMap(([n, score]) => {
    if (score === 0) return [];
    const beside = whole + ranking.near * Math.max(own[n - 2] ?? 0, own[n + 2] ?? 0);
    const window = { videoId: video.id, from: n * size, to: Math.min((n + 2) * size, video.cues), beside };
    return [{ window, n, score: score + beside }];
  });
}

/** A term and where it is said. `part`: the share of the recordings which may say it that were looked through. */
type LookedUp = { term: Term; places: Places; part: number };

/** Chooses windows in which an answer most likely stands, by where the terms are said. `part`: the share that the recordings are of a library. */
export function chooseWindows(
  videos: readonly Searched[],
  looked: readonly LookedUp[],
  part: number,
): { windows: Window[]; terms: WeightedTerm[] } {
  const found = looked.map(({ places }) => places);
  const counted = videos
    .filter(({ id }) => found.some((places) => places.has(id)))
    .map((video) => countByWindow(video, found));
  const all = videos.reduce((sum, video) => sum + Math.ceil(video.cues / halfOf(video)), 0) / part;
  const terms = looked.map(({ term, part: ofTerm }, n) => {
    const some = counted.reduce(
      (sum, { counts }) => sum + counts[n]!.reduce((few, count) => few + Math.min(count, 1), 0),
      0,
    );
    const within = Math.min(all, some / ofTerm);
    return { ...term, weight: Math.log(1 + (all - within + 0.5) / (within + 0.5)) };
  });
  const best = counted.flatMap((each) => scoreWindows(each, terms)).sort((a, b) => b.score - a.score);
  const chosen: typeof best = [];
  const mostOfOne = videos.length === 1 ? mostRead.all : mostRead.ofRecording;
  const ofRecording = new Map<string, number[]>();
  for (const each of best) {
    const { videoId } = each.window;
    const others = ofRecording.get(videoId) ?? [];
    if (others.length >= mostOfOne || others.some((n) => Math.abs(n - each.n) < 2)) continue;
    ofRecording.set(videoId, [...others, each.n]);
    chosen.push(each);
    if (chosen.length === mostRead.all) break;
  }
  return { windows: chosen.map(({ window }) => window), terms };
}
