import type { Transcript } from '../transcript.ts';
import { bestCuts, type Candidate, type CutWeights } from './best-cuts.ts';
import { cohesionBetween } from './cohesion.ts';
import type { Lexicon } from './lexicon.ts';

const WEIGHTS: CutWeights = { cohesion: 0.12, bias: -4, shortest: 30, short: 120, shortPenalty: 1.5 };

/** Indexes of the sentences at which a new chapter begins, without the first. */
export function findCuts({ sentences, duration }: Transcript, lexicon: Lexicon, odds: ArrayLike<number>): number[] {
  const candidates = strongest(sentences, odds, duration);
  const edges = [0, ...candidates.map(({ sentence }) => sentence), sentences.length];
  const cuts = bestCuts(candidates, cohesionBetween(lexicon, edges), duration, WEIGHTS);
  return cuts.map((cut) => candidates[cut]!.sentence);
}

/** Candidates closer than this to a better one are not considered, seconds. */
const APART = 6;

/** The sentences most likely to open a chapter, some 80 an hour, in order of time. */
function strongest(sentences: Transcript['sentences'], odds: ArrayLike<number>, duration: number): Candidate[] {
  const most = Math.min(280, Math.max(40, duration / 30));
  const order = sentences.map((_, i) => i).slice(1);
  order.sort((a, b) => odds[b]! - odds[a]! || a - b);
  const taken = new Set<number>();
  const chosen: Candidate[] = [];
  for (const sentence of order) {
    if (chosen.length >= most) break;
    const time = sentences[sentence]!.start;
    const slot = Math.floor(time / APART);
    if (taken.has(slot) || taken.has(slot - 1) || taken.has(slot + 1)) continue;
    taken.add(slot);
    chosen.push({ sentence, time, odds: odds[sentence]! });
  }
  return chosen.sort((a, b) => a.sentence - b.sentence);
}
