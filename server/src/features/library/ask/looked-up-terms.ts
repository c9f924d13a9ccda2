import { wordsOf, normaliseWord } from '@lectern/chaptering/terms';
import { foldText, type Way } from '@lectern/contract/rules/folded-text';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { extractSubjectTerms } from '../../outline/passages.ts';
import { candidatesOf } from '../../transcripts/letter-pairs.ts';

/** Terms of a question that are looked up: whoever pastes a page asks about its first words. */
const mostTerms = 12;

/** A term of a question. `isGuessed`: it is said nowhere, and words that are spelled much like it are taken for it. */
export type Term = { stem: string; isGuessed: boolean };

/** Extracts what a question is about; of small words alone, those. */
export function termsOf(question: string): string[] {
  const about = extractSubjectTerms(question);
  const terms = about.length > 0 ? about : wordsOf(question).map(normaliseWord);
  return [...new Set(terms)].slice(0, mostTerms);
}

/** The word of a question that a term of it is. */
export const wordOf = (question: string, stem: string): string =>
  wordsOf(question).find((word) => termsOf(word).includes(stem)) ?? stem;

/** The signs behind a short word. */
const behind = [' ', ',', '.', '?', "'", '-'];

/** Whether letters belong to a script without spaces. */
const isUnspaced = (letters: string): boolean => (letters.codePointAt(0) ?? 0) >= 0x2e80;

/** The letters by which a term is looked up: those its inflections share; of a short one with what parts it from others. */
export function lettersOf(stem: string): string[] {
  const letters = foldText(stem);
  if (letters.length > 4 && letters.endsWith('y')) return [letters.slice(0, -1)];
  if (letters.length > 3 || isUnspaced(letters)) return [letters];
  return letters.length === 3 ? [` ${letters}`] : behind.map((sign) => ` ${letters}${sign}`);
}

export const asWay = (letters: string): Way => ({ words: [letters], areWords: false, but: [] });

/** Letters of a term that is guessed at least, and those that are looked up together. */
const guessed = { least: 7, run: 4 };
/** Whether words that are spelled much like a term may be taken for it. */
export const isGuessable = (stem: string): boolean => foldText(stem).length >= guessed.least;

/** The runs of letters by which words like it are looked up. */
export const runsOf = (letters: string): string[] =>
  Array.from({ length: letters.length - guessed.run + 1 }, (_, n) => letters.slice(n, n + guessed.run));

/** Share of its runs of letters that stand in a cue which may hold a word like it. */
const guessedShare = 0.25;

/** Cues by their numbers, by recording. */
export type Places = Map<string, number[]>;

const addPlaces = (all: Places, some: ReadonlyMap<string, readonly number[]>): void => {
  for (const [id, numbers] of some) {
    const known = all.get(id);
    all.set(id, known ? [...new Set([...known, ...numbers])].toSorted((a, b) => a - b) : [...numbers]);
  }
};

/** Cues that are read to know whether they say a term, in all: those of the rarest terms, where many may. */
const mostProved = 400;

/** Characters of such a cue that are read. */
const mostLetters = 2_000;

/** Whether a text has a word that begins with one of some letters. */
function hasWordOf(text: string, letters: readonly string[]): boolean {
  const words = ` ${wordsOf(foldText(text)).join(' ')} `;
  return letters.some((some) => words.includes(some.startsWith(' ') || isUnspaced(some) ? some : ` ${some}`));
}

/** Takes the places of rare terms away which no cue says: there it holds their letters by chance. */
async function proveRarest(db: Queryable, found: readonly LookedUp[]): Promise<void> {
  const numberOf = ({ places }: LookedUp): number => [...places.values()].reduce((sum, { length }) => sum + length, 0);
  let left = mostProved;
  const rare = found.toSorted((a, b) => numberOf(a) - numberOf(b)).filter((each) => (left -= numberOf(each)) >= 0);
  const wanted = rare.flatMap(({ places }, n) =>
    [...places].flatMap(([id, numbers]) => numbers.map((position) => ({ id, position, n }))),
  );
  if (wanted.length === 0) return;
  const column = <Key extends 'id' | 'position' | 'n'>(key: Key) => sql.val(wanted.map((each) => each[key]));
  const { rows } = await sql<{ n: number; text: string }>`
    select n, left(text, ${mostLetters}) as text
    from unnest(${column('id')}::uuid[], ${column('position')}::int[], ${column('n')}::int[]) as place (id, position, n)
    join cues on video_id = place.id and cues.position = place.position`.execute(db);
  for (const [n, each] of rare.entries()) {
    const letters = lettersOf(each.term.stem);
    if (!rows.some((row) => row.n === n && hasWordOf(row.text, letters))) each.places = new Map();
  }
}

type LookedUp = { term: Term; places: Places };

/** Cues of recordings in which each of some terms may be said. */
export async function lookUpTerms(
  db: Queryable,
  ids: readonly string[],
  stems: readonly string[],
): Promise<LookedUp[]> {
  if (stems.length === 0) return [];
  const letters = stems.map(lettersOf);
  const candidates = await candidatesOf(db, ids, letters.flat().map(asWay));
  let at = 0;
  const found = stems.map((stem, n): LookedUp => {
    const places: Places = new Map();
    for (const { places: some } of candidates.slice(at, (at += letters[n]!.length))) addPlaces(places, some);
    return { term: { stem, isGuessed: false }, places };
  });
  await proveRarest(db, found);
  const unsaid = found.filter(({ term, places }) => places.size === 0 && isGuessable(term.stem));
  for (const each of unsaid) {
    each.term.isGuessed = true;
    each.places = await guessPlaces(db, ids, foldText(each.term.stem));
  }
  return found;
}

async function guessPlaces(db: Queryable, ids: readonly string[], letters: string): Promise<Places> {
  const runs = runsOf(letters);
  const counts = new Map<string, Map<number, number>>();
  for (const { places } of await candidatesOf(db, ids, runs.map(asWay)))
    for (const [id, numbers] of places) {
      const ofVideo = counts.get(id) ?? new Map<number, number>();
      for (const n of numbers) ofVideo.set(n, (ofVideo.get(n) ?? 0) + 1);
      counts.set(id, ofVideo);
    }
  const least = Math.max(2, Math.ceil(runs.length * guessedShare));
  const likely = [...counts].map(([id, ofVideo]): [string, number[]] => [
    id,
    [...ofVideo].filter(([, count]) => count >= least).map(([n]) => n),
  ]);
  return new Map(likely.filter(([, numbers]) => numbers.length > 0));
}
