import type { WordsSample } from './sample.ts';
import type { Judgements } from './sheet.ts';

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
