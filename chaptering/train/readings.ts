import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Readers' grades of pieces of the recordings (`bench/readings`), from 0 to 1. */
export type Readings = {
  titles: { talk: string; chapter: number; text: string; grade: number }[];
  quotes: { talk: string | undefined; text: string; grade: number }[];
  claims: { talk: string; text: string; grade: number }[];
};

const TITLE_GRADE = [0, 0.8, 1];
const QUOTE_GRADE: Record<string, number> = { p: 1, c: 0.15, u: 0 };
const CLAIM_GRADE = [0, 0.5, 1];

export function readReadings(folder: string): Readings {
  const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
  const json = (name: string): unknown => JSON.parse(text(name));
  const graded = json('title-grades.json') as { talk: string; chapter: number; grades: Record<string, number> }[];
  const claims = json('claim-grades.json') as { talk: string; text: string; grade: number }[];
  const sheets = readdirSync(folder).filter((name) => /^words-\d+-sheet\.txt$/.test(name));
  return {
    titles: graded.flatMap(({ talk, chapter, grades }) =>
      Object.entries(grades).map(([title, grade]) => ({ talk, chapter, text: title, grade: TITLE_GRADE[grade]! })),
    ),
    quotes: [
      ...sheets.flatMap((sheet) =>
        quotesOf(text(sheet), (json(sheet.replace('-sheet.txt', '-key.json')) as { quotes: SheetQuote[] }).quotes),
      ),
      ...keySentencesOf(text('key-sentences-sheet.txt')),
      ...chosenByHand(join(folder, 'answers')),
    ],
    claims: claims.map((claim) => ({ ...claim, grade: CLAIM_GRADE[claim.grade]! })),
  };
}

type SheetQuote = { id: string; talk: string; quote: string };

function quotesOf(sheet: string, quotes: readonly SheetQuote[]): Readings['quotes'] {
  const grades = new Map(Array.from(sheet.matchAll(/^(Q\d+) = (\w)/gm), ([, id, grade]) => [id!, grade!]));
  return quotes.flatMap(({ id, talk, quote }) => {
    const grade = QUOTE_GRADE[grades.get(id) ?? ''];
    return grade === undefined ? [] : [{ talk, text: quote, grade }];
  });
}

/** Two sentences each, of a recording that the sheet does not name. */
const keySentencesOf = (sheet: string): Readings['quotes'] =>
  Array.from(sheet.matchAll(/^ {2}A: (.*)\n {2}B: (.*)\n\w+ = (\w) (\w)/gm), ([, a, b, ofA, ofB]) => [
    { talk: undefined, text: a!, grade: QUOTE_GRADE[ofA!]! },
    { talk: undefined, text: b!, grade: QUOTE_GRADE[ofB!]! },
  ]).flat();

/** Passages that a careful reader chose, by the words with which they begin. */
function chosenByHand(folder: string): Readings['quotes'] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((talk) => {
    const { quotes } = JSON.parse(readFileSync(join(folder, talk, 'careful.json'), 'utf8')) as {
      quotes: { begins?: string }[];
    };
    return quotes.flatMap(({ begins }) => (begins ? [{ talk, text: begins, grade: 0.9 }] : []));
  });
}
