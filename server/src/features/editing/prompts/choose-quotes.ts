import type { OutlineQuote } from '@lectern/chaptering/outline-context';
import { Problem } from '@lectern/contract/problem';
import { approximateTokens } from '@lectern/contract/rules/prompts';
import { estimateTokens } from '../../../platform/text/estimate-tokens.ts';
import { z } from 'zod';
import type { World } from '../../../platform/http/context.ts';
import { askedBy } from '../../../platform/subprocess/thread.ts';
import { type LanguageEngine, LanguageFailure } from '../../../ports/language/port.ts';
import { askModel } from '../../outline/language/token-usage.ts';
import { builtinEngine, createFenceMark, buildStandingPrompt, systemPrompt } from '../../outline/language/prompt.ts';
import { QuoteAnswer, passagesIn } from '../../outline/language/read-answer.ts';
import { fenceLines } from '../../outline/language/transcript-text.ts';
import type { ChargedTask } from './run-charged.ts';
import { usualAnswerTokens, getMaxAnswerTokens, cutPassageQuotes, selectLinesForQuestion } from './model-lines.ts';
import { findPassages } from '../../outline/passages.ts';
import { cuesAsJson, cuesOf } from '../../transcripts/cues.ts';
import type { TimeRange } from './question-range.ts';

export type QuoteChoiceRequest = {
  workspaceId: string;
  /** Nobody pays for an answer that nobody waits for. */
  signal: AbortSignal;
  videoId: string;
  stretch: TimeRange;
  /** Quote criteria for every chapter, followed by those for this one. */
  quotePrompt: string;
  prompt: string;
  quotes: number;
};

/** Characters of a quote at most, as a rule. */
const longest = 400;

/**
 * Choosing quotes from a stretch by a prompt: by the language model, if there is one, else by the words of the prompt.
 */
export const chooseQuotes = (world: World, choice: QuoteChoiceRequest): Promise<ChargedTask<OutlineQuote[]>> =>
  world.language ? byModel(world, world.language, choice) : Promise.resolve(byWords(world, choice));

function byWords({ database }: World, choice: QuoteChoiceRequest): ChargedTask<OutlineQuote[]> {
  const { workspaceId, signal, videoId, stretch, quotePrompt, prompt, quotes } = choice;
  return {
    engine: builtinEngine,
    systemPrompt: quotePrompt,
    customPrompt: prompt,
    estimate: approximateTokens(quotePrompt, prompt) + Math.ceil((quotes * longest) / 4),
    async ask() {
      const cues = await cuesAsJson(database.kysely, videoId);
      const found = await findPassages({ cues, stretch, quotes }, prompt, askedBy(workspaceId, signal));
      if (found.quotes.length === 0) throw new Problem('no_passages');
      return found.quotes;
    },
  };
}

const QuotesAnswer = z.object({ quotes: z.array(QuoteAnswer) });

async function byModel(
  world: World,
  language: LanguageEngine,
  choice: QuoteChoiceRequest,
): Promise<ChargedTask<OutlineQuote[]>> {
  const { workspaceId, videoId, stretch, quotePrompt, prompt, quotes, signal } = choice;
  const cues = await cuesOf(world.database.kysely, videoId);
  const asker = askedBy(workspaceId, signal);
  const mark = createFenceMark();
  const context = await language.readContext();
  const standing = await buildStandingPrompt(world.database.kysely, workspaceId, cues);
  const system = systemPrompt(standing, 'You choose passages worth quoting from recorded webinars.', mark);
  const { lines, of } = await selectLinesForQuestion(asker, context, [system, quotePrompt, prompt], {
    cues,
    stretch,
    question: prompt,
    moments: [],
  });
  if (of === 0) throw new Problem('no_passages');
  const text = `Choose at most ${quotes} passages from this chapter of a recording, each by its first and last line and the words with which it begins and ends there: it may be a part of a line. What quotes are like in all of the recordings: ${quotePrompt}
The wish for this chapter, which comes first: ${prompt}
If nothing in the chapter fits the wish, answer with an empty list.

${fenceLines(lines, mark)}`;
  return {
    engine: language.identity,
    systemPrompt: system,
    customPrompt: `${quotePrompt}\n${prompt}\n\n[${lines.length} of ${of} lines of the chapter]`,
    estimate: estimateTokens(system) + estimateTokens(text) + usualAnswerTokens,
    async ask(bill) {
      const question = { system, prompt: text, schema: QuotesAnswer, longest: getMaxAnswerTokens(context), signal };
      const { value } = await askModel(language, question, bill);
      const passages = passagesIn(value, 'quotes');
      if (passages.length === 0)
        throw new Problem('no_passages', {
          detail: 'The language model found nothing in this chapter that fits. Please try another prompt.',
        });
      const chosen = await cutPassageQuotes(asker, { cues, stretch, passages, most: quotes });
      if (chosen.length === 0)
        throw new LanguageFailure('language_failed', {
          cause: new Error(`None of the passages exists: ${JSON.stringify(passages)}`),
          detail: 'The language model named no passage of this chapter. Please try again.',
        });
      return chosen;
    },
  };
}
