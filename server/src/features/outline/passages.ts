import type { OutlineChapter, OutlineQuote } from '@lectern/chaptering/outline-context';
import { extractSubjectStems } from '@lectern/chaptering/terms';
import { type Asker, inThread } from '../../platform/subprocess/thread.ts';
import type { FindPassagesInput } from './passages.thread.ts';

/** Words of a prompt that say what to do, not what it is to be about. */
const instructions = new Set(
  extractSubjectStems(
    'find give show list tell write choose select pick quote quotes passage passages chapter chapters video recording webinar speaker speakers say says said insight insights moment moments summary summarize summarise explain describe about please best most important key main complete cohesive concise words sentence sentences',
  ),
);

/** The words a prompt is about, by which the built-in engine filters and ranks. */
export const extractSubjectTerms = (prompt: string): string[] => [
  ...new Set(extractSubjectStems(prompt).filter((term) => !instructions.has(term))),
];

export type Passages = {
  /** Verbatim, in the order they were said. Only those that speak of the subject, when there is one. */
  quotes: OutlineQuote[];
  summary: string;
};

/** The passages of a stretch that speak of what a prompt is about; the best ones when it is about nothing. */
export async function findPassages(
  wanted: Omit<FindPassagesInput, 'query'>,
  prompt: string,
  asker: Asker,
): Promise<Passages> {
  const query = extractSubjectTerms(prompt);
  const thread = new URL('./passages.thread.ts', import.meta.url);
  const { quotes, summary } = await inThread<OutlineChapter>(
    thread,
    { ...wanted, query } satisfies FindPassagesInput,
    asker,
  );
  const terms = new Set(query);
  const speaksOfIt = ({ quote }: OutlineQuote): boolean =>
    terms.size === 0 || extractSubjectStems(quote).some((term) => terms.has(term));
  return { quotes: quotes.filter(speaksOfIt), summary };
}
