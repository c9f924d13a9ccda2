import type { WordsSample } from './sample.ts';

/** Reader's judgements, one line per item. Scores for missing or unreadable items are refused. */
export type Judgements = {
  titles: { id: string; aGood: boolean; bGood: boolean; better: 'a' | 'b' | 'equal' }[];
  quotes: { id: string; grade: 'publishable' | 'clumsy' | 'unusable' }[];
  texts: { id: string; useful: number }[];
};

const RULES = `RULES FOR THE READER
You do not know who wrote what, and you do not look for it.
Titles: read what is said, then the titles A and B. A title is acceptable (y) when an editor would put it into a table of
contents as it stands: it names what the chapter is about, is grammatical and whole. Otherwise n. Then say which is better
for a reader who looks for something: a, b or = (equal).
Fill in:  = y n a   (A acceptable, B not, A better)
Quotes: p when you would publish it on a page with the speaker's name as it stands: it is complete, understood alone, and says
something. c when it is a complete sentence but clumsy or leans on its context. u when it is unusable.
Texts: how useful are description and summary together to somebody who decides whether to watch: 1 useless, 2 poor, 3 fair,
4 good, 5 excellent.`;

/** The sheet of a sample. Who wrote what stands in the key only. */
export function writeSheet({ titles, quotes, texts }: WordsSample): string {
  const parts = [
    RULES,
    ...titles.map(({ id, said, a, b }) => `${id}\n  said: ${said}\n  A: ${a}\n  B: ${b}\n${id} = `),
    ...quotes.map(({ id, quote }) => `${id}\n  “${quote}”\n${id} = `),
    ...texts.map(
      ({ id, peoplesTitle, title, description, summary }) =>
        `${id}\n  known as: ${peoplesTitle}\n  title: ${title}\n  description: ${description}\n  summary: ${summary}\n${id} = `,
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

const GRADES = { p: 'publishable', c: 'clumsy', u: 'unusable' } as const;
const BETTER = { a: 'a', b: 'b', '=': 'equal' } as const;

/** Reads the lines `T1 = y n a`, `Q1 = p`, `S1 = 4` of a filled-in sheet, wherever they stand. */
export function readSheet(text: string): Judgements {
  const judgements: Judgements = { titles: [], quotes: [], texts: [] };
  for (const [line, letter, number, answer = ''] of text.matchAll(/^([TQS])(\d+) = *(.*)$/gm)) {
    const id = `${letter}${number}`;
    const words = answer.trim().toLowerCase().split(/\s+/);
    const refuse = (): never => {
      throw new Error(`Not understood: ${line}`);
    };
    if (letter === 'T') {
      const [a, b, better = ''] = words;
      if (!/^[yn]$/.test(a ?? '') || !/^[yn]$/.test(b ?? '') || !Object.hasOwn(BETTER, better)) refuse();
      judgements.titles.push({ id, aGood: a === 'y', bGood: b === 'y', better: BETTER[better as keyof typeof BETTER] });
    } else if (letter === 'Q') {
      if (!Object.hasOwn(GRADES, words[0] ?? '')) refuse();
      judgements.quotes.push({ id, grade: GRADES[words[0] as keyof typeof GRADES] });
    } else {
      const useful = Number(words[0]);
      if (!(useful >= 1 && useful <= 5)) refuse();
      judgements.texts.push({ id, useful });
    }
  }
  return judgements;
}

export type WordsScore = {
  titles: { judged: number; ours: number; people: number; oursBetter: number; equal: number };
  quotes: { judged: number; publishable: number; clumsy: number; unusable: number };
  texts: { judged: number; useful: number };
};

/** Scores a reader's judgements with the key that tells who wrote each item. */
export function scoreSheet({ titles, quotes, texts }: WordsSample, judged: Judgements): WordsScore {
  const score: WordsScore = {
    titles: { judged: 0, ours: 0, people: 0, oursBetter: 0, equal: 0 },
    quotes: { judged: 0, publishable: 0, clumsy: 0, unusable: 0 },
    texts: { judged: 0, useful: 0 },
  };
  const known = <T extends { id: string }>(items: readonly T[], id: string): T => {
    const item = items.find((other) => other.id === id);
    if (item === undefined) throw new Error(`${id} is not on the sheet of this key`);
    return item;
  };
  for (const { id, aGood, bGood, better } of judged.titles) {
    const { ours } = known(titles, id);
    score.titles.judged++;
    if (ours === 'a' ? aGood : bGood) score.titles.ours++;
    if (ours === 'a' ? bGood : aGood) score.titles.people++;
    if (better === ours) score.titles.oursBetter++;
    if (better === 'equal') score.titles.equal++;
  }
  for (const { id, grade } of judged.quotes) {
    known(quotes, id);
    score.quotes.judged++;
    score.quotes[grade]++;
  }
  for (const { id, useful } of judged.texts) {
    known(texts, id);
    score.texts.judged++;
    score.texts.useful += useful;
  }
  return score;
}

/** Shares from 0 to 1, and the mean grade of texts. */
export function measuresOf({ titles, quotes, texts }: WordsScore): Record<string, number> {
  const share = (n: number, of: number): number => Number((n / Math.max(1, of)).toFixed(2));
  return {
    titlesAcceptable: share(titles.ours, titles.judged),
    titlesPreferredOrEqual: share(titles.oursBetter + titles.equal, titles.judged),
    quotesPublishable: share(quotes.publishable, quotes.judged),
    quotesUnusable: share(quotes.unusable, quotes.judged),
    textsUseful: share(texts.useful, texts.judged),
  };
}

/** Beside the figures of the first blind reading (60 titles, 60 quotes, 20 talks of 906b874). */
export function formatWordsReport({ titles, quotes, texts }: WordsScore): string {
  const share = (n: number, of: number): string => `${((100 * n) / Math.max(1, of)).toFixed(0)} %`;
  const rows = [
    ['', 'now', 'before', 'aim'],
    ['titles acceptable', share(titles.ours, titles.judged), '48 %', '75 %'],
    ["people's titles acceptable", share(titles.people, titles.judged), '83 %', ''],
    ["preferred or equal to people's", share(titles.oursBetter + titles.equal, titles.judged), '33 %', '45 %'],
    ['quotes publishable', share(quotes.publishable, quotes.judged), '10 %', '40 %'],
    ['quotes unusable', share(quotes.unusable, quotes.judged), '52 %', '12 %'],
    ['summaries useful, of 5', (texts.useful / Math.max(1, texts.judged)).toFixed(1), '2.0', '3.3'],
  ];
  const table = rows.map(
    ([name = '', ...values]) => `${name.padEnd(32)}${values.map((value) => value.padStart(8)).join('')}`,
  );
  return `${table.join('\n')}\n${titles.judged} titles, ${quotes.judged} quotes, ${texts.judged} talks judged\n`;
}
