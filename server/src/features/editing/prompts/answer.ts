import { createTextGuard, isTampered, visible } from '@lectern/chaptering/draft/tidy-text';
import { Problem } from '@lectern/contract/problem';
import type { SearchAnswer } from '@lectern/contract/editing/prompts';
import { approximateTokens } from '@lectern/contract/rules/prompts';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { visibleText } from '@lectern/contract/rules/visible-text';
import { sentText } from '@lectern/contract/text';
import { z } from 'zod';
import type { Passage } from '@lectern/chaptering/draft/quote-spans';
import { estimateTokens } from '../../../platform/text/estimate-tokens.ts';
import type { World } from '../../../platform/http/context.ts';
import { askedBy } from '../../../platform/subprocess/thread.ts';
import { type LanguageEngine, LanguageFailure } from '../../../ports/language/port.ts';
import type { ShownChapter } from '../../../platform/database/stored-outline.ts';
import { askModel } from '../../outline/language/token-usage.ts';
import { builtinEngine, createFenceMark, buildStandingPrompt, systemPrompt } from '../../outline/language/prompt.ts';
import { LinesAnswer, passagesIn, readTextField } from '../../outline/language/read-answer.ts';
import { type PromptLine, fenceLines } from '../../outline/language/transcript-text.ts';
import type { ChargedTask } from './run-charged.ts';
import { usualAnswerTokens, getMaxAnswerTokens, cutPassageQuotes, selectLinesForQuestion } from './model-lines.ts';
import { findPassages } from '../../outline/passages.ts';
import { cuesAsJson, cuesOf } from '../../transcripts/cues.ts';
import type { TimeRange } from './question-range.ts';

/** Numbers of lines within a text: [12], [12, 14], [12-14]. */
const marks = /\s?\[(?:lines?\s)?(\d{1,9}(?:\s*[-–,;]\s*\d{1,9})*)\]/gi;

/** The passages an answer names, in its citations and within its text; only of lines that the model was shown. */
function citedLines(answer: string, citations: readonly Passage[], lines: readonly PromptLine[]): Passage[] {
  const shown = new Set(lines.map(({ number }) => number));
  const within = [...answer.matchAll(marks)].flatMap(([, numbers]) =>
    (numbers ?? '').split(/[,;]/).map((part): Passage => {
      const [first = Number.NaN, last = first] = part.split(/[-–]/).map(Number);
      return { first, last };
    }),
  );
  return [...citations, ...within].filter(({ first, last }) => shown.has(first) && shown.has(last));
}

/** The answer for people: times in the place of the lines it names, none of what cannot be seen. */
function replaceLineNumbersByTimes(answer: string, lines: readonly PromptLine[]): string {
  const starts = new Map(lines.map(({ number, start }) => [number, start]));
  const timed = answer.replace(marks, (_mark, numbers: string) => {
    const start = starts.get(Number(/\d+/.exec(numbers)![0]));
    return start === undefined ? '' : ` (${formatTimecode(start)})`;
  });
  return timed
    .split('\n')
    .map(visible)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Summary, chapters and their quotes as a model reads them, shortened until they are at most so many tokens. */
function outlineText(summary: string, chapters: readonly ShownChapter[], tokens: number): string {
  const written = (quotes: boolean, summaries: boolean): string =>
    [
      visible(summary),
      ...chapters.map((chapter) => {
        const head = `${formatTimecode(chapter.start)} ${visible(chapter.title)}`;
        const said = quotes ? chapter.quotes.map(({ quote }) => `\n  “${visible(quote)}”`).join('') : '';
        return `${head}${summaries ? `: ${visible(chapter.summary)}` : ''}${said}`;
      }),
    ].join('\n');
  const texts = [written(true, true), written(false, true), written(false, false)];
  return texts.find((text) => estimateTokens(text) <= tokens) ?? texts.at(-1)!.slice(0, tokens * 3);
}

type AnswerRequest = {
  workspaceId: string;
  /** Nobody pays for an answer that nobody waits for. */
  signal: AbortSignal;
  videoId: string;
  stretch: TimeRange;
  /** "this recording", "the chapter “Roofs”". */
  where: string;
  searchPrompt: string;
  prompt: string;
  /** Passages at most. */
  passages: number;
  /** Subject of the time range: the video's own texts and the chapters in the range. */
  summary: string;
  chapters: readonly ShownChapter[];
};

/** Tokens of what the recording is about, beside its lines. */
const overviewRoom = 2_500;

/** Answering a question: by the language model, if there is one, else with the passages that hold its words. */
export const answerQuestion = (world: World, question: AnswerRequest): Promise<ChargedTask<SearchAnswer>> =>
  world.language ? byModel(world, world.language, question) : byWords(world, question);

/** Whether a question has a word: signs and what does not show are none, and are said nowhere. */
const hasWords = (prompt: string): boolean => /[\p{L}\p{N}]/u.test(visibleText(prompt));

/** Returns the member's own words, without the cues sent along. */
const sent = ({
  searchPrompt,
  prompt,
}: AnswerRequest): Pick<SearchAnswer, 'message' | 'system_message' | 'user_message'> => ({
  message: `${searchPrompt}\n\n${prompt}`,
  system_message: searchPrompt,
  user_message: prompt,
});

/** Looking words up costs nobody anything: it comes first, and the answer is reserved for what it costs. */
async function byWords({ database }: World, question: AnswerRequest): Promise<ChargedTask<SearchAnswer>> {
  const { workspaceId, signal, videoId, stretch, where, searchPrompt, prompt, passages } = question;
  const find = async () => {
    const cues = await cuesAsJson(database.kysely, videoId);
    return findPassages({ cues, stretch, quotes: passages }, prompt, askedBy(workspaceId, signal));
  };
  const { quotes } = hasWords(prompt) ? await find() : { quotes: [] };
  const citations = quotes.map(({ start, quote }) => ({ start, text: quote }));
  const answer =
    citations.length === 0
      ? `Found no passage with these words in ${where}. The built-in engine matches words, not meaning, so other words may find more.`
      : citations.map(({ start, text }) => `${formatTimecode(start)} ${text}`).join('\n\n');
  return {
    engine: builtinEngine,
    systemPrompt: searchPrompt,
    customPrompt: prompt,
    estimate: approximateTokens(searchPrompt, prompt) + approximateTokens(answer),
    ask: () =>
      Promise.resolve({
        ...sent(question),
        remark: `The built-in engine quotes passages of ${where} that contain the words of the question; it does not write its own answers.`,
        answer,
        extractive: true,
        citations,
      }),
  };
}

const Answered = z.object({
  answer: sentText,
  citations: z.array(LinesAnswer).describe('the lines the answer rests on'),
});

const task = 'You answer questions about recorded webinars for the people who own them.';

async function byModel(
  world: World,
  language: LanguageEngine,
  question: AnswerRequest,
): Promise<ChargedTask<SearchAnswer>> {
  const { workspaceId, videoId, stretch, where, searchPrompt, prompt, chapters, signal } = question;
  const cues = await cuesOf(world.database.kysely, videoId);
  const asker = askedBy(workspaceId, signal);
  const mark = createFenceMark();
  const context = await language.readContext();
  const standing = await buildStandingPrompt(world.database.kysely, workspaceId, cues);
  const system = systemPrompt(standing, task, mark);
  const overview = outlineText(question.summary, chapters, Math.min(overviewRoom, context / 6));
  const moments = chapters.flatMap(({ quotes }) => quotes.flatMap(({ start }) => (start === undefined ? [] : [start])));
  const texts = [system, overview, searchPrompt, prompt];
  const { lines, of } = await selectLinesForQuestion(asker, context, texts, {
    cues,
    stretch,
    question: prompt,
    moments,
  });
  if (of === 0) throw new Problem('no_passages', { detail: `Nothing is said in ${where}.` });
  const text = `How to answer: ${searchPrompt}
The question: ${prompt}

Answer from the lines below, in a few sentences. For every statement name the lines it rests on in citations, at most ${question.passages} of them. If the lines do not answer the question, say so in one sentence and give no citations.

What the recording is about:
<transcript-${mark}>
${overview}
</transcript-${mark}>

Its lines${lines.length < of ? ', the ones that seem relevant to the question' : ''}:
${fenceLines(lines, mark)}`;
  return {
    engine: language.identity,
    systemPrompt: system,
    customPrompt: `${searchPrompt}\n${prompt}\n\n[${lines.length} of ${of} lines of ${where}]`,
    estimate: estimateTokens(system) + estimateTokens(text) + usualAnswerTokens,
    async ask(bill) {
      const asked = { system, prompt: text, schema: Answered, longest: getMaxAnswerTokens(context), signal };
      const { value } = await askModel(language, asked, bill);
      const said = cues.map((cue) => cue.text).join(' ');
      const answer = readTextField(value, 'answer', 20_000);
      if (
        answer.trim() === '' ||
        isTampered(answer, createTextGuard(mark, [said, prompt, searchPrompt, standing].join(' ')))
      )
        throw new LanguageFailure('language_failed', {
          cause: new Error(`The answer is empty or holds what it must not: ${answer.slice(0, 500)}`),
          detail: 'The language model gave no usable answer. Please ask again.',
        });
      const cited = citedLines(answer, passagesIn(value, 'citations'), lines);
      const quotes = await cutPassageQuotes(asker, { cues, stretch, passages: cited, most: question.passages });
      const part = lines.length < of ? ` from ${lines.length} of ${of} lines that seem relevant` : '';
      const proof =
        quotes.length > 0
          ? 'The moments below are quoted word for word.'
          : 'It cited no passage, so please check the answer against the recording.';
      return {
        ...sent(question),
        remark: `${language.label} answered about ${where}${part}. ${proof}`,
        answer: replaceLineNumbersByTimes(answer, lines),
        extractive: false,
        citations: quotes.map(({ start, quote }) => ({ start, text: quote })),
      };
    },
  };
}
