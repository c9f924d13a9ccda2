import { completeOutline } from '@lectern/chaptering/draft/complete-outline';
import { numberLines } from '@lectern/chaptering/draft/numbered-lines';
import { type Evidence, type Outline, outline } from '@lectern/chaptering/outline';
import { readTranscript } from '@lectern/chaptering/transcript';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { defaultQuotePrompt } from '@lectern/contract/rules/prompts';
import { Problem } from '@lectern/contract/problem';
import { standardPrompt } from '../features/outline/language/prompt.ts';
import { draftOutline, planPrompts, prepareOutlineDrafting } from '../features/outline/draft-outline.ts';
import { listSlideMarks } from '../features/outline/segmentation-input.ts';
import { openBill } from '../features/outline/language/token-usage.ts';
import { LanguageFailure } from '../ports/language/port.ts';
import type { Config } from './config.ts';
import { openLanguage } from './open-language.ts';

const quotes = 3;

/**
 * Outlines a transcript with the configured engine and standard prompts. Throws when the language model fails.
 * Progress and cost go to stderr. `kept`: chapter starts for the model.
 */
export async function outlineBy(
  config: Config,
  cues: readonly Cue[],
  evidence: Evidence,
  kept: readonly number[] = [],
): Promise<Outline> {
  const language = await openLanguage(config.language, { info: console.error, warn: console.error });
  if (!language) return outline(cues, evidence);
  const work = prepareOutlineDrafting({
    language,
    lines: numberLines(readTranscript(cues, evidence.duration), cues),
    slides: listSlideMarks(evidence),
    duration: evidence.duration,
    standing: standardPrompt,
    quotes,
    quotePrompt: defaultQuotePrompt,
    kept,
    signal: new AbortController().signal,
    onPart: (part, of) => console.error(`Asking ${language.label}, part ${part} of ${of} …`),
  });
  const bill = openBill();
  await language.prepare?.();
  console.error(`Asking ${language.label} …`);
  const { draft, lacking } = await draftOutline(work, planPrompts(work), bill).catch((error: unknown) => {
    // Here the person is the operator, and can do something about the cause.
    throw error instanceof LanguageFailure && error.cause instanceof Error
      ? new Problem(error.code, { cause: error, detail: `${error.text}\n${error.cause.message}` })
      : error;
  });
  console.error(`${bill.sent} tokens sent, ${bill.received} received.`);
  if (lacking) console.error('Parts of it are by the built-in engine: the language model did not answer for them.');
  return completeOutline(cues, evidence, draft, { quotes });
}
