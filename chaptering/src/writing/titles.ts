import { stem } from '../terms.ts';
import type { Headline } from './headlines.ts';
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
/** A second subject this good compared with the best. */
const WORTH_JOINING = 0.1;
/** A headline this good compared with the best phrase says more than two phrases joined. */
const TELLING = 0.5;

/** Chooses titles chapter after chapter, so that none comes twice and each says what is new. */
export type TitleWriter = {
  title: (phrases: readonly Phrase[], headlines: readonly Headline[], place: Place) => string;
};

/** Where a chapter stands, and whether people greet each other or take leave in it: then it is named for the whole. */
export type Place = 'first' | 'inner' | 'last' | 'only' | 'greeting' | 'farewell';

/** `whole` are the phrases of the whole recording; `and` joins two phrases in its language. */
export function titleWriter(
  whole: readonly Phrase[],
  profiles: ReadonlyMap<string, WordProfile>,
  and: string,
): TitleWriter {
  const given = new Set<string>();
  const uses = new Map<string, number>();
  const english = and === 'and';
  return { title };

  function title(phrases: readonly Phrase[], headlines: readonly Headline[], place: Place): string {
    const subject = whole.find(({ words }) => words >= 2 && words <= LONGEST - 3) ?? whole[0];
    if (english && subject !== undefined) {
      const name = titleCase(subject.text, profiles);
      const framed =
        place === 'greeting'
          ? `Introduction to ${name}`
          : place === 'farewell'
            ? `Closing Remarks on ${name}`
            : undefined;
      if (framed !== undefined && !given.has(framed.toLowerCase())) return keep(framed, []);
    }
    const fresh = ({ score, stems }: Headline): number =>
      score * stems.reduce((product, stem) => product * 0.7 ** (uses.get(stem) ?? 0), 1);
    const ranked = phrases.slice(0, 80).toSorted((a, b) => fresh(b) - fresh(a));
    const [headline] = headlines.slice(0, 20).toSorted((a, b) => fresh(b) - fresh(a));
    if (english && headline !== undefined && fresh(headline) >= TELLING * fresh(ranked[0]!)) {
      const text = titleCase(headline.text, profiles);
      if (!given.has(text.toLowerCase())) return keep(text, headline.stems);
    }
    for (const lead of ranked) {
      const text = compose(fuller(lead, ranked), ranked, place);
      if (text === undefined || given.has(text.toLowerCase())) continue;
      return keep(text, lead.stems);
    }
    for (let n = 1; ; n++) {
      const text = spare(place, n);
      if (!given.has(text.toLowerCase())) return keep(text, []);
    }
  }

  function compose(lead: Phrase, ranked: readonly Phrase[], place: Place): string | undefined {
    const first = titleCase(lead.text, profiles);
    if (lead.words >= 3) return lead.words <= LONGEST ? first : undefined;
    const partners = ranked.slice(0, 40).toSorted((a, b) => companion(b) - companion(a));
    for (const candidate of partners) {
      if (candidate.score < WORTH_JOINING * ranked[0]!.score) continue;
      const partner = fuller(candidate, ranked);
      if (lead.words + partner.words + 1 > LONGEST || / and /.test(partner.text)) continue;
      if (isShortFor(lead.text, partner.text)) return titleCase(partner.text, profiles);
      if (isShortFor(partner.text, lead.text)) continue;
      if (partner.stems.some((stem) => lead.stems.some((own) => alike(own, stem)))) continue;
      return `${first} ${and} ${titleCase(partner.text, profiles)}`;
    }
    return english ? alone(first, place) : undefined;
  }

  function keep(text: string, stems: readonly string[]): string {
    given.add(text.toLowerCase());
    for (const stem of stems) uses.set(stem, (uses.get(stem) ?? 0) + 1);
    return text;
  }
}

/** Two words make a better second subject than one. */
const companion = ({ score, words }: Phrase): number => score * (words > 1 ? 1.5 : 1);

/** 'DKG' and 'Distributed Key Generation'. */
const isShortFor = (short: string, long: string): boolean =>
  long.includes(' ') &&
  short.toLowerCase() ===
    long
      .split(' ')
      .map((word) => word.charAt(0))
      .join('')
      .toLowerCase();

/** The longer phrase a single word mostly stands in, if there is a good one: 'signature aggregation' for 'signature'. */
function fuller(phrase: Phrase, ranked: readonly Phrase[]): Phrase {
  if (phrase.words > 1) return phrase;
  const [stem] = phrase.stems;
  return (
    ranked.find(({ words, stems, score }) => words > 1 && stems.includes(stem!) && score > 0.3 * phrase.score) ?? phrase
  );
}

/** One is the beginning of the other: 'transact' and 'transaction'. */
const alike = (a: string, b: string): boolean => a.startsWith(b.slice(0, 5)) || b.startsWith(a.slice(0, 5));

const alone = (phrase: string, place: Place): string =>
  place === 'last' ? `Closing Thoughts on ${phrase}` : `A Look at ${phrase}`;

/** For chapters without a word that names anything. */
function spare(place: Place, n: number): string {
  const names: Partial<Record<Place, string>> = {
    first: 'Opening of the Session',
    last: 'Close of the Session',
    only: 'The Whole Session',
  };
  const text = names[place] ?? 'Part of the Session';
  return n === 1 ? text : `${text}, Part ${n}`;
}

export function titleCase(phrase: string, profiles: ReadonlyMap<string, WordProfile>): string {
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

/** A word in capitals that nobody in the recording said: out of a file name. */
const isShouting = (word: string, profiles: ReadonlyMap<string, WordProfile>): boolean =>
  !profiles.has(stem(word.toLowerCase()));
