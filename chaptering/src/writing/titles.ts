import type { Phrase } from './phrases.ts';
import type { WordProfile } from './word-profile.ts';

const SMALL = new Set([
  'of',
  'for',
  'in',
  'to',
  'and',
  'with',
  'vs',
  'on',
  'the',
  'a',
  'an',
  'as',
  'from',
  'by',
  'per',
  'or',
  'at',
]);
const LONGEST = 8;

/** Chooses titles chapter after chapter, so that none comes twice and each says what is new. */
export type TitleWriter = { title: (phrases: readonly Phrase[], place: Place) => string };
export type Place = 'first' | 'inner' | 'last' | 'only';

export function titleWriter(profiles: Map<string, WordProfile>, and: string): TitleWriter {
  const given = new Set<string>();
  const uses = new Map<string, number>();
  return { title };

  function title(phrases: readonly Phrase[], place: Place): string {
    const fresh = (phrase: Phrase): number =>
      phrase.score * phrase.stems.reduce((product, stem) => product * 0.7 ** (uses.get(stem) ?? 0), 1);
    const ranked = phrases.slice(0, 60).toSorted((a, b) => fresh(b) - fresh(a));
    for (const lead of ranked) {
      const text = compose(lead, ranked, place);
      if (text === undefined || given.has(text.toLowerCase())) continue;
      return keep(text, [lead]);
    }
    for (let n = 1; ; n++) {
      const text = spare(place, n);
      if (!given.has(text.toLowerCase())) return keep(text, []);
    }
  }

  function compose(lead: Phrase, ranked: readonly Phrase[], place: Place): string | undefined {
    const first = titleCase(lead.text, profiles);
    if (lead.words >= 3) return lead.words <= LONGEST ? first : undefined;
    const partner = ranked.find(
      (other) =>
        other !== lead &&
        other.score > 0.25 * lead.score &&
        lead.words + other.words + 1 <= LONGEST &&
        !other.stems.some((stem) => lead.stems.some((own) => alike(own, stem))),
    );
    if (partner === undefined) return and === 'and' ? alone(first, place) : undefined;
    return `${first} ${and} ${titleCase(partner.text, profiles)}`;
  }

  function keep(text: string, phrases: readonly Phrase[]): string {
    given.add(text.toLowerCase());
    for (const { stems } of phrases) for (const stem of stems) uses.set(stem, (uses.get(stem) ?? 0) + 1);
    return text;
  }
}

/** One is the beginning of the other: 'transact' and 'transaction'. */
const alike = (a: string, b: string): boolean => a.startsWith(b.slice(0, 5)) || b.startsWith(a.slice(0, 5));

function alone(phrase: string, place: Place): string {
  if (place === 'first') return `Introduction to ${phrase}`;
  return place === 'last' ? `Closing Thoughts on ${phrase}` : `A Look at ${phrase}`;
}

function spare(place: Place, n: number): string {
  const text = {
    first: 'Opening of the Session',
    inner: 'Part of the Session',
    last: 'Close of the Session',
    only: 'The Whole Session',
  }[place];
  return n === 1 ? text : `${text}, Part ${n}`;
}

export function titleCase(phrase: string, profiles: Map<string, WordProfile>): string {
  return phrase
    .split(' ')
    .map((word, i) => {
      const lower = word.toLowerCase();
      if (i > 0 && SMALL.has(lower)) return lower;
      if (/\p{Lu}.*\p{Lu}|\d/u.test(word) && !isShouting(word, profiles)) return word;
      return word.charAt(0).toUpperCase() + word.slice(1);
    })
    .join(' ');
}

const isShouting = (word: string, profiles: Map<string, WordProfile>): boolean => !profiles.has(word.toLowerCase());
