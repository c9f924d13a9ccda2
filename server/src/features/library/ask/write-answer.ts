import { visible } from '@lectern/chaptering/draft/tidy-text';
import type { PortalCitation } from '@lectern/contract/library/ask';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { sentText } from '@lectern/contract/text';
import { z } from 'zod';
import type { Context, World } from '../../../platform/http/context.ts';
import { type Asker, inThread } from '../../../platform/subprocess/thread.ts';
import { estimateTokens } from '../../../platform/text/estimate-tokens.ts';
import type { LanguageEngine } from '../../../ports/language/port.ts';
import { getMaxAnswerTokens, usualAnswerTokens } from '../../editing/prompts/model-lines.ts';
import { type ChargedTask, type Charge, runCharged } from '../../editing/prompts/run-charged.ts';
import { headingsOfAll } from '../../outline/chapters-of.ts';
import { createFenceMark, systemPrompt } from '../../outline/language/prompt.ts';
import { readListField, readNumbersField, readTextField } from '../../outline/language/read-answer.ts';
import { askModel } from '../../outline/language/token-usage.ts';
import { fenceText } from '../../outline/language/transcript-text.ts';
import { findLibraryPassages, type FoundPassage, type SearchedLibrary } from './find-passages.ts';
import type { CitedSentence, ProveAnswerInput } from './prove-answer.thread.ts';
import type { SpokenLine } from './rank-passages.thread.ts';

/** Sentences are a model's, each with the numbers, from 1, of its citations; without one there are citations alone. */
export type Answer<Citation> = {
  remark: string;
  sentences: { text: string; citations: number[] }[];
  citations: Citation[];
};

/** Passages that are shown, and windows that a model reads. */
export const mostPassages = { shown: 6, read: 12 };
/** Characters of a sentence. */
const longestSentence = 600;
const mostSentences = 12;

/** Passages that speak of a question, and how their asker is told where words of them stand. */
export type FoundPassages<Citation> = {
  passages: readonly FoundPassage[];
  cite: (passage: FoundPassage, said: SpokenLine) => Citation;
  citations: Citation[];
  unsaid: readonly string[];
};

type Cited = Pick<PortalCitation, 'title' | 'chapter' | 'start' | 'end' | 'text'>;

/** Finds passages that speak of a question, the best first, and cites them; `place` says in which recording. */
export async function findCited<Place>(
  world: Pick<World, 'database' | 'embeddings' | 'log'>,
  wanted: SearchedLibrary,
  asker: Asker,
  place: (passage: FoundPassage) => Place,
): Promise<FoundPassages<Cited & Place>> {
  const { passages, unsaid } = await findLibraryPassages(world, wanted, asker);
  const chapters = await headingsOfAll(world.database.kysely, [...new Set(passages.map(({ videoId }) => videoId))]);
  const cite = (passage: FoundPassage, { start, end, text }: SpokenLine): Cited & Place => ({
    ...place(passage),
    title: passage.title,
    chapter: chapters.get(passage.videoId)?.findLast((chapter) => chapter.start <= start)?.title ?? null,
    start,
    end,
    text,
  });
  return { passages, unsaid, cite, citations: passages.map((passage) => cite(passage, passage)) };
}

/** The answer of those in whose recordings nothing speaks of a question. */
const saysNothing = (remark: string): Answer<never> => ({ remark, sentences: [], citations: [] });

/** The same where nothing was found; without embeddings nothing but words, of one language, was compared. */
export const foundNothing = ({ embeddings }: Pick<World, 'embeddings'>, remark: string): Answer<never> =>
  saysNothing(embeddings ? remark : `${remark} Only the words of your question were looked for.`);

function describePassages(passages: readonly FoundPassage[], unsaid: readonly string[]): string {
  // Nearness of meaning needs no word of the question.
  if (passages.some(({ isNear }) => isNear)) return 'Passages that are near your question';
  if (unsaid.length === 0) return 'Passages that contain your words';
  return `Nobody says ${listWords(unsaid)}. Passages that contain the rest of your words`;
}

/** The answer without a model. */
export const passagesAlone = <Citation>(
  { passages, citations, unsaid }: FoundPassages<Citation>,
  why = '',
): Answer<Citation> => ({
  remark: `${why}${describePassages(passages, unsaid)}, the best first.`,
  sentences: [],
  citations: citations.slice(0, mostPassages.shown),
});

const listWords = (words: readonly string[]): string =>
  new Intl.ListFormat('en', { type: 'disjunction' }).format(words.map((word) => `“${visible(word)}”`));

const Answered = z.object({
  sentences: z
    .array(z.object({ text: sentText, lines: z.array(z.number()).describe('numbers of the lines it rests on') }))
    .describe('empty where the lines do not answer the question'),
});

const task = 'You answer questions about a library of recorded webinars.';

type ModelQuestion<Citation> = {
  language: LanguageEngine;
  question: string;
  found: FoundPassages<Citation>;
  /** Instructions before the task. */
  standing: string;
  /** Tokens of lines that are sent with the question at most: what is asked is paid by the workspace. */
  mostTokens: number;
  /** The name under which the model answers. */
  label: string;
  /** Remark of an answer that says nothing. */
  nothing: string;
  asker: Asker;
};

type NumberedLine = { passage: FoundPassage; line: SpokenLine };

/** The lines of passages, as far as there is room, and as a model reads them: each passage below its recording's title. */
function writeLines(passages: readonly FoundPassage[], room: number): { lines: NumberedLine[]; text: string } {
  const lines: NumberedLine[] = [];
  const written: string[] = [];
  let left = room;
  for (const passage of passages) {
    const [first] = passage.lines;
    const head = `Recording “${visible(passage.title)}”, from ${formatTimecode(first?.start ?? passage.start)}:`;
    const own = passage.lines.map(({ text }, n) => `[${lines.length + n + 1}] ${visible(text)}`);
    const tokens = estimateTokens([head, ...own].join('\n'));
    if (tokens > left) continue;
    left -= tokens;
    written.push(head, ...own);
    lines.push(...passage.lines.map((line) => ({ passage, line })));
  }
  return { lines, text: written.join('\n') };
}

/** Prepares the answer of a model, which is charged. */
export async function prepareAnswer<Citation>(
  world: World & Pick<Context<'capability'>, 'signal'>,
  charge: Charge,
  wanted: ModelQuestion<Citation>,
): Promise<() => Promise<Answer<Citation>>> {
  const task = await writeTask(world, wanted);
  return () =>
    runCharged(world, charge, task, ({ remark, sentences }) => ({
      text: [remark, ...sentences.map(({ text }) => text)].join('\n'),
      save: () => Promise.resolve(),
    }));
}

async function writeTask<Citation>(
  { signal }: Pick<Context<'capability'>, 'signal'>,
  { language, question, found, standing, mostTokens, label, nothing, asker }: ModelQuestion<Citation>,
): Promise<ChargedTask<Answer<Citation>>> {
  const { passages, cite } = found;
  const mark = createFenceMark();
  const context = await language.readContext();
  const system = systemPrompt(standing, task, mark);
  const beside = estimateTokens(system) + estimateTokens(question) + 400;
  const room = Math.max(300, Math.min(mostTokens, (context - getMaxAnswerTokens(context) - beside) * 0.9));
  const { lines, text } = writeLines(passages, room);
  const prompt = `The question: ${question}

Answer in a few sentences from the lines below, which are passages of several recordings. With each sentence give the numbers of the lines in which it is said. Leave out what no line says. If the lines do not answer the question, give no sentence.

${fenceText(text, mark)}`;
  return {
    engine: language.identity,
    systemPrompt: system,
    customPrompt: `${question}\n\n[${lines.length} lines of ${new Set(passages.map(({ videoId }) => videoId)).size} recordings]`,
    estimate: estimateTokens(system) + estimateTokens(prompt) + usualAnswerTokens,
    async ask(bill) {
      const longest = getMaxAnswerTokens(context);
      const { value } = await askModel(language, { system, prompt, schema: Answered, longest, signal }, bill);
      const said = readListField(value, 'sentences').slice(0, mostSentences);
      if (said.length === 0) return saysNothing(nothing);
      const input: ProveAnswerInput = {
        sentences: said.map((each) => ({
          text: readTextField(each, 'text', longestSentence),
          lines: readNumbersField(each, 'lines'),
        })),
        shown: lines.map(({ line }) => line.text),
        titles: passages.map(({ title }) => title),
        question,
        mark,
      };
      const proved = await inThread<CitedSentence[]>(
        new URL('./prove-answer.thread.ts', import.meta.url),
        input,
        asker,
      );
      if (proved.length === 0) return passagesAlone(found, `${label} gave no answer that the recordings prove. `);
      const left = said.length - proved.length;
      const remark = `${label} answered; every sentence rests on the words it cites.${left > 0 ? ` ${left === 1 ? 'One sentence was' : `${left} sentences were`} left out, since the words cited did not prove ${left === 1 ? 'it' : 'them'}.` : ''}`;
      return { remark, ...citeLines(proved, lines, cite) };
    },
  };
}

/** Numbers the words that sentences rest on: lines that follow each other are one citation. */
function citeLines<Citation>(
  proved: readonly CitedSentence[],
  lines: readonly NumberedLine[],
  cite: FoundPassages<Citation>['cite'],
): Pick<Answer<Citation>, 'sentences' | 'citations'> {
  const citations: Citation[] = [];
  const numbers = new Map<string, number>();
  const numberOf = (run: readonly number[]): number => {
    const key = run.join();
    const known = numbers.get(key);
    if (known !== undefined) return known;
    const [first, last] = [lines[run[0]! - 1]!, lines[run.at(-1)! - 1]!];
    const text = run.map((n) => lines[n - 1]!.line.text).join(' ');
    citations.push(cite(first.passage, { start: first.line.start, end: last.line.end, text }));
    numbers.set(key, citations.length);
    return citations.length;
  };
  const sentences = proved.map(({ text, lines: cited }) => {
    const runs: number[][] = [];
    for (const n of cited.toSorted((a, b) => a - b)) {
      const run = runs.at(-1);
      if (run && run.at(-1) === n - 1 && lines[n - 1]!.passage === lines[n - 2]!.passage) run.push(n);
      else runs.push([n]);
    }
    return { text, citations: runs.map(numberOf) };
  });
  return { sentences, citations };
}
