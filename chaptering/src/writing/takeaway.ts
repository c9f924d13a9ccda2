import { remembered } from '../remembered.ts';
import { stemsIn } from '../terms.ts';
import type { SummarySentence } from './summaries.ts';
import type { Material } from './topics.ts';

/** What a claim about the subject of the whole is worth more than one about a detail. */
const OF_THE_WHOLE = 1.5;
const MAIN_SUBJECTS = 3;

/** The claim to take along, for a description: the best of the chapters' best. */
export const takeawayOf = remembered(({ chapters, spans }: Material): SummarySentence | undefined => {
  const main = new Set(spans.slice(0, MAIN_SUBJECTS).flatMap(({ stems }) => stems));
  const worth = ({ text, score }: SummarySentence): number =>
    score * (stemsIn(text).some((stem) => main.has(stem)) ? OF_THE_WHOLE : 1);
  const [best] = chapters
    .flatMap(({ claims }) => claims.slice(0, 1))
    .toSorted((a, b) => worth(b) - worth(a) || a.i - b.i);
  return best;
});
