import type { Transcript } from '../transcript.ts';
import { bestCuts, type Candidate, type CutWeights } from './best-cuts.ts';
import { cohesionBetween } from './cohesion.ts';
import { expectedCuts } from './expected-cuts.ts';
import type { Lexicon } from './lexicon.ts';

/** The places a chapter may begin, and how well the words of every span between two of them hold together. */
export type Prospects = { candidates: readonly Candidate[]; cohesion: Float64Array; duration: number };

export function prospects({ sentences, duration }: Transcript, lexicon: Lexicon, odds: ArrayLike<number>): Prospects {
  const candidates = strongest(sentences, odds, duration);
  const edges = [0, ...candidates.map(({ sentence }) => sentence), sentences.length];
  return { candidates, cohesion: cohesionBetween(lexicon, edges), duration };
}

/**
 * Indexes of the sentences at which a new chapter begins, without the first. The words decide how many; only where they are
 * too shy, as in a short recording, the price of a chapter is lowered until there are enough to find one's way.
 */
export function findCuts(found: Prospects, weights: CutWeights): number[] {
  const { candidates, cohesion, duration } = found;
  const enough = Math.min(ENOUGH.chapters, Math.floor(duration / ENOUGH.seconds)) - 1;
  let cuts = expectedCuts(candidates, cohesion, duration, weights);
  for (let discount = 0; cuts.length < enough && discount <= ENOUGH.discount; discount += 0.5) {
    cuts = bestCuts(candidates, cohesion, duration, { ...weights, bias: weights.bias + discount });
  }
  return cuts.map((cut) => candidates[cut]!.sentence);
}

/** Six chapters, or one every forty seconds in a recording shorter than that; for no more than this much of log odds. */
const ENOUGH = { chapters: 6, seconds: 40, discount: 8 };

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
