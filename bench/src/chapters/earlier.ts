import type { Score } from '@lectern/chaptering/train/metrics';
import measured from './earlier.json' with { type: 'json' };

/**
 * Scores of an earlier commit, measured with its own benchmark: Pk, WindowDiff, F1 within 10, 30 and 60 s,
 * chapter-count ratio. Undefined for recordings outside the talks.
 */
export function earlierScore(id: string): { commit: string; score: Score } | undefined {
  const figures = (measured.recordings as Record<string, number[]>)[id];
  if (!figures) return undefined;
  const [pk, windowDiff, f10, f30, f60, ratio] = figures as [number, number, number, number, number, number];
  return { commit: measured.commit, score: { pk, windowDiff, f10, f30, f60, ratio } };
}
