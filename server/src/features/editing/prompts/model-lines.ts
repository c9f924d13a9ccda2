import type { OutlineQuote } from '@lectern/chaptering/outline-context';
import { estimateTokens } from '../../../platform/text/estimate-tokens.ts';
import { type Asker, inThread } from '../../../platform/subprocess/thread.ts';
import type { Cutting } from './split-passages.thread.ts';
import type { RankedLines, RankLinesInput } from './rank-lines.thread.ts';

/** Tokens of transcript that are sent with a question at most: what is asked is paid by the member. */
const most = 6_000;
/** Tokens of an answer, with what some models think before it. */
export const getMaxAnswerTokens = (context: number): number => Math.min(4_000, Math.floor(context * 0.3));
/** Usual length of an answer. */
export const usualAnswerTokens = 400;

/** The lines of a transcript that go along with a question, as far as the model has room beside the texts. */
export function selectLinesForQuestion(
  asker: Asker,
  context: number,
  texts: readonly string[],
  wanted: Omit<RankLinesInput, 'tokens'>,
): Promise<RankedLines> {
  const beside = texts.reduce((sum, text) => sum + estimateTokens(text), 0) + 800;
  const tokens = Math.max(300, Math.min(most, (context - getMaxAnswerTokens(context) - beside) * 0.9));
  const thread = new URL('./rank-lines.thread.ts', import.meta.url);
  return inThread<RankedLines>(thread, { ...wanted, tokens } satisfies RankLinesInput, asker);
}

/** The words of the passages a model has named. */
export const cutPassageQuotes = (asker: Asker, cutting: Cutting): Promise<OutlineQuote[]> => {
  const thread = new URL('./split-passages.thread.ts', import.meta.url);
  return inThread<OutlineQuote[]>(thread, cutting, asker);
};
