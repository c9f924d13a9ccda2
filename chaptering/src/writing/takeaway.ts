import { memoize } from '../memoize.ts';
import { stemsIn } from '../terms.ts';
import type { SummarySentence } from './summaries.ts';
import { gradeClaim } from './claim-features.ts';
import { isHalting } from './spoken.ts';
import { programmeOf } from './programme.ts';
import type { RecordingMaterial } from './topics.ts';

/** Bonus for a definition of a main subject. */
const DEFINES = 1.5;
const LEAST_WORTH = 1.25;
/** Words of a claim that name what it is about. */
const OPENING = 7;
/** Half of the words of a subject name it, and two of a long one. */
const MOST_SHARED = 4;
const MAIN_SUBJECTS = 3;
/** Two words said twice: a sentence begun again, or one that goes in a circle. */
const SAID_AGAIN = /\b(\p{L}{3,} \p{L}{3,})\b.*\b\1\b/iu;

type Graded = SummarySentence & { grade: number };

/**
 * The claim to take along, for a description: the best that speaks of what the recording is about; none where none
 * does.
 */
export const findTakeaway = memoize((material: RecordingMaterial): SummarySentence | undefined => {
  if (isHalting(material.speech)) return undefined;
  const subjects = mainSubjectsOf(material).map((subject) => [...new Set(stemsIn(subject))]);
  const main = new Set(subjects.flat());
  const isAbout = (text: string): boolean => {
    const opening = new Set(stemsIn(text.split(' ').slice(0, OPENING).join(' ')));
    return subjects.some(
      (stems) => stems.filter((stem) => opening.has(stem)).length * 2 >= Math.min(stems.length, MOST_SHARED),
    );
  };
  const worth = ({ text, grade }: Graded): number => grade * (isDefinitionOf(text, [...main]) ? DEFINES : 1);
  const [best] = material.chapters
    .flatMap(({ claims, title }) =>
      claims.map((claim): Graded => ({ ...claim, grade: gradeClaim(claim.text, material.speech, title) })),
    )
    // Excludes 'we', because a description does not tell who that is.
    .filter(
      (one) =>
        !/\b(?:we|our|us)\b/i.test(one.text) &&
        isAbout(one.text) &&
        worth(one) >= LEAST_WORTH &&
        !SAID_AGAIN.test(one.text),
    )
    .toSorted((a, b) => worth(b) - worth(a) || a.i - b.i);
  return best;
});

/** Subjects the recording announces, otherwise its best ones. */
function mainSubjectsOf({ speech, announced, spans }: RecordingMaterial): readonly string[] {
  const programme = programmeOf(speech);
  if (programme.length > 0) return programme;
  if (announced !== undefined && announced.stems.length > 0) return [announced.text];
  return spans.slice(0, MAIN_SUBJECTS).map(({ text }) => text);
}

/** Whether a claim says what one of these is: 'Sourdough is a culture of yeast'. */
export function isDefinitionOf(text: string, stems: readonly string[]): boolean {
  const [, subject] =
    /^(?:an? |the )?((?:[\p{L}\d_+-]+ ){1,3})(?:is|are) (?:an? |the |when |how |one of |just an? )/iu.exec(text) ?? [];
  return subject !== undefined && stemsIn(subject).some((stem) => stems.includes(stem));
}
