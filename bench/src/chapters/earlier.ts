import type { Score } from '@lectern/chaptering/train/metrics';
import measured from './earlier.json' with { type: 'json' };

/**
 * What the engine of an earlier commit reached with a recording, measured once by its own benchmark code: Pk, WindowDiff, F1
 * within 10, 30 and 60 s, ratio of the numbers of chapters. Undefined for recordings that are not among the talks.
 */
export function earlierScore(id: string): { commit: string; score: Score } | undefined {
  const figures = (measured.recordings as Record<string, number[]>)[id];
  if (!figures) return undefined;
  const [pk, windowDiff, f10, f30, f60, ratio] = figures as [number, number, number, number, number, number];
  return { commit: measured.commit, score: { pk, windowDiff, f10, f30, f60, ratio } };
}
