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
