import { visible } from '@lectern/chaptering/draft/tidy-text';
import type { LibraryAnswer, LibraryCitation } from '@lectern/contract/library/ask';
import { formatTimecode } from '@lectern/contract/rules/timecode';
import { sentText } from '@lectern/contract/text';
import { z } from 'zod';
import type { Context } from '../../../platform/http/context.ts';
import { type Asker, askedBy, inThread } from '../../../platform/subprocess/thread.ts';
import { estimateTokens } from '../../../platform/text/estimate-tokens.ts';
import type { LanguageEngine } from '../../../ports/language/port.ts';
import { getMaxAnswerTokens, usualAnswerTokens } from '../../editing/prompts/model-lines.ts';
import { type ChargedTask, runCharged } from '../../editing/prompts/run-charged.ts';
import { headingsOfAll } from '../../outline/chapters-of.ts';
import { buildStandingPrompt, createFenceMark, systemPrompt } from '../../outline/language/prompt.ts';
import { readListField, readNumbersField, readTextField } from '../../outline/language/read-answer.ts';
import { askModel } from '../../outline/language/token-usage.ts';
import { fenceText } from '../../outline/language/transcript-text.ts';
import { signForMember } from '../../videos/signed-playback-id.ts';
import { findLibraryPassages, type FoundPassage } from './find-passages.ts';
import type { CitedSentence, ProveAnswerInput } from './prove-answer.thread.ts';
import type { SpokenLine } from './rank-passages.thread.ts';

/** Passages that are shown, and windows that a model reads. */
const most = { shown: 6, read: 12 };
/** Tokens of lines that are sent with a question at most: what is asked is paid by the workspace. */
const mostTokens = 6_000;
/** Characters of a sentence. */
const longestSentence = 600;
const mostSentences = 12;

const saysNothing: LibraryAnswer = {
  remark: 'The library does not say anything about this.',
  sentences: [],
  citations: [],
};

const asPassages = (citations: LibraryCitation[], why = ''): LibraryAnswer => ({
  remark: `${why}Passages that contain your words, the best first.`,
  sentences: [],
  citations: citations.slice(0, most.shown),
});

type Question = { question: string; recordings?: string[] | undefined };

/** Finds passages that speak of a question, verbatim and with where they stand, the best first. */
export async function citePassages(
  ctx: Context<'member'>,
  { question, recordings }: Question,
  atMost: number,
): Promise<LibraryCitation[]> {
  const wanted = { workspaceId: ctx.workspace.id, question, recordings, most: atMost };
  const passages = await findLibraryPassages(ctx.database.kysely, wanted, askedBy(ctx.workspace.id, ctx.signal));
  const cite = await citer(ctx, passages);
  return passages.map((passage) => cite(passage, passage));
}

/** Prepares the answer to a question from the recordings of a workspace. */
export async function answerLibrary(
  ctx: Context<'active'>,
  { question, recordings }: Question,
): Promise<() => Promise<LibraryAnswer>> {
  const { workspace, signal, language } = ctx;
  const db = ctx.database.kysely;
  const asker = askedBy(workspace.id, signal);
  const wanted = { workspaceId: workspace.id, question, recordings, most: language ? most.read : most.shown };
  const passages = await findLibraryPassages(db, wanted, asker);
  if (passages.length === 0) return () => Promise.resolve(saysNothing);
  const cite = await citer(ctx, passages);
  const found = passages.map((passage) => cite(passage, passage));
  if (!language) return () => Promise.resolve(asPassages(found));
  const task = await byModel(ctx, language, { question, passages, cite, found, asker });
  return () =>
    runCharged(ctx, { operation: 'ask-library', videoId: null }, task, ({ remark, sentences }) => ({
      text: [remark, ...sentences.map(({ text }) => text)].join('\n'),
      save: () => Promise.resolve(),
    }));
}

type Cite = (passage: FoundPassage, said: SpokenLine) => LibraryCitation;

/** Returns a function that says where words of a passage stand. */
async function citer(ctx: Context<'member'>, passages: readonly FoundPassage[]): Promise<Cite> {
  const chapters = await headingsOfAll(ctx.database.kysely, [...new Set(passages.map(({ videoId }) => videoId))]);
  return ({ videoId, title, playbackId }, { start, end, text }) => ({
    upload_id: videoId,
    playback_id: signForMember(ctx, playbackId),
    title,
    chapter: chapters.get(videoId)?.findLast((chapter) => chapter.start <= start)?.title ?? null,
    start,
    end,
    text,
  });
}

const Answered = z.object({
  sentences: z
    .array(z.object({ text: sentText, lines: z.array(z.number()).describe('numbers of the lines it rests on') }))
    .describe('empty where the lines do not answer the question'),
});

const task = 'You answer questions about a library of recorded webinars for the people who own it.';

type ModelQuestion = {
  question: string;
  passages: readonly FoundPassage[];
  cite: Cite;
  found: LibraryCitation[];
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

async function byModel(
  { database, workspace, signal }: Context<'active'>,
  language: LanguageEngine,
  { question, passages, cite, found, asker }: ModelQuestion,
): Promise<ChargedTask<LibraryAnswer>> {
  const mark = createFenceMark();
  const context = await language.readContext();
  const standing = await buildStandingPrompt(database.kysely, workspace.id, passages);
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
      if (said.length === 0) return saysNothing;
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
      if (proved.length === 0) return asPassages(found, `${language.label} gave no answer that the recordings prove. `);
      const left = said.length - proved.length;
      const remark = `${language.label} answered; every sentence rests on the words it cites.${left > 0 ? ` ${left === 1 ? 'One sentence was' : `${left} sentences were`} left out, since the words cited did not prove ${left === 1 ? 'it' : 'them'}.` : ''}`;
      return { remark, ...citeLines(proved, lines, cite) };
    },
  };
}

/** Numbers the words that sentences rest on: lines that follow each other are one citation. */
function citeLines(
  proved: readonly CitedSentence[],
  lines: readonly NumberedLine[],
  cite: Cite,
): Pick<LibraryAnswer, 'sentences' | 'citations'> {
  const citations: LibraryCitation[] = [];
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
