import { memoize } from '../memoize.ts';
import { extractProgrammeItems } from './programme-items.ts';
import type { SpeechProfile } from './speech.ts';

/** Sentences within which it is said, and how many after the first such one may go on with it. */
const OPENING = 45;
const GOES_ON = 2;
/** Minimum share of passages about an item announced alone, unless it has a number. */
const THROUGHOUT = 0.15;
/** So much more of it must be spoken for what is announced later to be meant. */
const BETTER = 1.5;
/** Sentences from which on it is late, and what says that this recording is meant. */
const LATE = 20;
const OF_THIS =
  /\b(?:today|episodes?|session|talk|presentation|video|webinar|podcast|this (?:afternoon|morning|evening))\b/i;
const CLEARLY = new RegExp(`${OF_THIS.source}|\\b(?:going to|gonna) (?:be )?(?:discuss|explain)`, 'i');
/** Words of all together. */
const MOST_WORDS = 80;

/**
 * Returns the programme that an English recording announces at its beginning, in its own words; empty when it
 * announces none.
 */
export const programmeOf = memoize((speech: SpeechProfile): readonly string[] => {
  const { sentences } = speech;
  let items: string[] = [];
  let first: number | undefined;
  for (let i = 0; i < Math.min(OPENING, sentences.length); i++) {
    const found = extractProgrammeItems(sentences[i]!.text)
      .filter((item, n, all) => !all.slice(0, n).some((other) => isSame(item, other)))
      .filter((item) => !items.some((other) => isSame(item, other)));
    if (found.length === 0) continue;
    // A list is believed; a matter by itself may be a joke, or that of another day.
    if (found.length === 1 && !isBelieved(found[0]!, i, speech)) continue;
    const isGoneOn = first !== undefined && i <= first + GOES_ON;
    if (items.length > 0 && !isGoneOn) {
      // Said again in other words: what is spoken of more is meant.
      const isBetter =
        items.length === 1 && found.length === 1 && reachOf(found[0]!, speech) > BETTER * reachOf(items[0]!, speech);
      if (!isBetter) continue;
      items = [];
    }
    first ??= i;
    items.push(...found.filter((_, n) => wordsOf([...items, ...found.slice(0, n + 1)]) <= MOST_WORDS));
  }
  return items;
});

/** How much of the recording speaks of the words of an item. */
function reachOf(item: string, { spread, tokenise }: SpeechProfile): number {
  const stems = tokenise(item).flatMap(({ stem, stop }) => (stop ? [] : [stem]));
  return stems.reduce((sum, stem) => sum + (spread.get(stem) ?? 0), 0) / Math.max(1, stems.length);
}

/** Late, it must be said of this recording; one common word must be spoken of throughout. */
function isBelieved(item: string, at: number, { sentences, spread, tokenise }: SpeechProfile): boolean {
  const isCommon = /^\p{Ll}+$/u.test(item);
  if ((at >= LATE || isCommon) && !(isCommon ? OF_THIS : CLEARLY).test(sentences[at]!.text)) return false;
  if (/\d/.test(item)) return true;
  const reach = Math.max(0, ...tokenise(item).map(({ stem, stop }) => (stop ? 0 : (spread.get(stem) ?? 0))));
  return reach >= (isCommon ? 2.5 * THROUGHOUT : THROUGHOUT);
}

const wordsOf = (items: readonly string[]): number => items.reduce((sum, item) => sum + item.split(' ').length, 0);

const isSame = (a: string, b: string): boolean => {
  const [one, other] = [a.toLowerCase(), b.toLowerCase()];
  return one.includes(other) || other.includes(one);
};
