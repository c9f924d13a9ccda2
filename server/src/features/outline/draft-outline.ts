import type { OutlineDraft, DraftChapter } from '@lectern/chaptering/draft/place-chapters';
import type { NumberedLine } from '@lectern/chaptering/draft/numbered-lines';
import type { LineRange } from '@lectern/chaptering/draft/quote-spans';
import { createTextGuard, tidySentences, tidyTitle } from '@lectern/chaptering/draft/tidy-text';
import { estimateTokens } from '../../platform/text/estimate-tokens.ts';
import { type LanguageEngine, LanguageFailure } from '../../ports/language/port.ts';
import { askModel, type Bill } from './language/token-usage.ts';
import { readListField, readNumberField, readNumbersField, passagesIn, readTextField } from './language/read-answer.ts';
import {
  type PromptLine,
  sentLines,
  type SlideMark,
  tokensOfLines,
  splitIntoWindows,
} from './language/transcript-text.ts';
import {
  answerTokens,
  chaptersWanted,
  OutlineAnswer,
  outlineQuestion,
  PartAnswer,
  partQuestion,
  WholeAnswer,
  wholeQuestion,
  type PromptOptions,
  outlineInstructions,
} from './outline-prompts.ts';
import { createFenceMark, systemPrompt } from './language/prompt.ts';

export type OutlineDrafting = {
  language: LanguageEngine;
  system: string;
  /** Stands in no answer unless the instructions were given away. */
  mark: string;
  lines: readonly NumberedLine[];
  slides: readonly SlideMark[];
  /** Seconds. */
  duration: number;
  wishes: PromptOptions;
  signal: AbortSignal;
  /** While the model is being fetched. */
  onPrepare?: (fraction: number, note: string) => void;
  /** Part, and of how many. */
  onPart: (part: number, of: number) => void;
};

/** How the transcript is to be sent. Two windows or more are read one by one and then put together. */
export type PromptPlan = { windows: [from: number, to: number][]; estimate: number };

/** Tokens no answer exceeds, and the share of the context it gets at most. */
const most = { answer: 16_000, share: 0.4 };

const answerRoom = (context: number, seconds: number): number => {
  const [, chapters] = chaptersWanted(seconds);
  const wanted = chapters * answerTokens.chapter * 1.5 + answerTokens.whole + 2000;
  return Math.floor(Math.min(wanted, most.answer, context * most.share));
};

/** Tokens for what surrounds the transcript, and for estimates that are too low. */
const around = ({ system, wishes }: Pick<OutlineDrafting, 'system' | 'wishes'>): number =>
  estimateTokens(system) + estimateTokens(wishes.quotePrompt) + 1100;
const contextSafetyFactor = 0.85;

/**
 * Whether one pass fits the model's context, and if not in which parts the transcript is read; and about what it costs.
 */
export function planPrompts(
  work: Pick<OutlineDrafting, 'language' | 'system' | 'lines' | 'slides' | 'duration' | 'wishes'>,
): PromptPlan {
  const { language, lines, slides, duration } = work;
  const sent = sentLines(lines, slides);
  const room = (seconds: number): number =>
    (language.context - around(work) - answerRoom(language.context, seconds)) * contextSafetyFactor;
  const whole = tokensOfLines(sent);
  const [, chapters] = chaptersWanted(duration);
  const answers = chapters * answerTokens.chapter * 0.7 + answerTokens.whole;
  if (whole <= room(duration)) return { windows: [[0, lines.length]], estimate: whole + around(work) + answers };
  // The longer a part is, the longer the answer to it.
  const seconds = duration * Math.min(1, room(0) / whole);
  const windows = splitIntoWindows(lines, sent, Math.max(500, room(seconds)));
  return { windows, estimate: whole + (windows.length + 1) * around(work) + answers * 1.5 };
}

/** Characters that are read of a text, before it is made as short as is asked for. */
const mostRead = 20_000;

const chaptersIn = (value: unknown): DraftChapter[] =>
  readListField(Array.isArray(value) ? { chapters: value } : value, 'chapters').map((chapter) => ({
    line: readNumberField(chapter, 'line'),
    title: readTextField(chapter, 'title', mostRead),
    summary: readTextField(chapter, 'summary', mostRead),
    quotes: passagesIn(chapter, 'quotes'),
  }));

const wholeIn = (value: unknown) => ({
  title: readTextField(value, 'title', mostRead),
  description: readTextField(value, 'description', mostRead),
  summary: readTextField(value, 'summary', mostRead),
});

/** The model's draft. `lacking` says why parts of it are missing. */
export type Drafted = { draft: OutlineDraft; lacking: LanguageFailure | 'cut' | undefined };

/** Asks the model for an outline. Throws a `LanguageFailure` when it gives nothing at all. */
export function draftOutline(work: OutlineDrafting, { windows }: PromptPlan, bill: Bill): Promise<Drafted> {
  return windows.length === 1 ? inOnePass(work, bill) : inParts(work, windows, bill);
}

/** After an answer that was cut off, nothing is known from its last chapter on. */
function withoutCutEnd(
  chapters: DraftChapter[],
  [first, last]: [number, number],
): Pick<OutlineDraft, 'chapters' | 'silent'> {
  const from = chapters.findLast(({ line }) => line >= first && line <= last)?.line ?? first;
  return { chapters: chapters.slice(0, -1), silent: [[from, last]] };
}

async function inOnePass(work: OutlineDrafting, bill: Bill): Promise<Drafted> {
  const { language, system, mark, lines, slides, duration, wishes, signal } = work;
  const prompt = outlineQuestion(sentLines(lines, slides), duration, wishes, mark);
  const longest = answerRoom(language.context, duration);
  const question = { system, prompt, schema: OutlineAnswer, longest, signal };
  const { value, cut } = await askModel(language, question, bill);
  const chapters = chaptersIn(value);
  const placed = cut ? withoutCutEnd(chapters, [1, lines.length]) : { chapters, silent: [] };
  return { draft: { ...wholeIn(value), ...placed, mark }, lacking: cut ? 'cut' : undefined };
}

/** Parts in a row that may fail before the rest is given up: each may take minutes to fail. */
const maxFailures = 2;

async function inParts(work: OutlineDrafting, windows: PromptPlan['windows'], bill: Bill): Promise<Drafted> {
  const { language, mark, lines, slides, onPart } = work;
  const sent = sentLines(lines, slides);
  const chapters: DraftChapter[] = [];
  const silent: LineRange[] = [];
  let lacking: Drafted['lacking'];
  let failures = 0;
  for (const [n, [from, to]] of windows.entries()) {
    if (failures === maxFailures) {
      silent.push([from + 1, lines.length]);
      break;
    }
    onPart(n + 1, windows.length);
    const seconds = lines[to - 1]!.end - lines[from]!.start;
    const part = { part: n + 1, of: windows.length, seconds };
    try {
      const found = await onePart(work, sent, [from, to], part, bill);
      chapters.push(...found.chapters);
      silent.push(...found.silent);
      if (found.cut) lacking ??= 'cut';
      failures = 0;
    } catch (error) {
      if (!(error instanceof LanguageFailure) || !error.retryable) throw error;
      lacking = error;
      failures += 1;
      silent.push([from + 1, to]);
    }
  }
  if (chapters.length === 0 && lacking instanceof LanguageFailure) throw lacking;
  try {
    const { value } = await askModel(language, wholeOfParts(work, windows, chapters), bill);
    const joined = new Set(readNumbersField(value, 'joined'));
    const first = chapters[0]?.line;
    const kept = chapters.filter(({ line }) => line === first || !joined.has(line));
    return { draft: { ...wholeIn(value), chapters: kept, silent, mark }, lacking };
  } catch (error) {
    if (!(error instanceof LanguageFailure)) throw error;
    return { draft: { ...wholeIn(undefined), chapters, silent, mark }, lacking: error };
  }
}

/** The chapters of one part, which knows nothing of the others. */
async function onePart(
  { language, system, mark, wishes, signal }: OutlineDrafting,
  sent: readonly PromptLine[],
  [from, to]: PromptPlan['windows'][number],
  part: { part: number; of: number; seconds: number },
  bill: Bill,
): Promise<Pick<OutlineDraft, 'chapters' | 'silent'> & { cut: boolean }> {
  const inside = (line: number): boolean => line > from && line <= to;
  const here = { ...wishes, kept: wishes.kept.filter(inside) };
  const prompt = partQuestion(sent.slice(from, to), part, here, mark);
  const longest = answerRoom(language.context, part.seconds);
  const { value, cut } = await askModel(language, { system, prompt, schema: PartAnswer, longest, signal }, bill);
  const chapters = chaptersIn(value).filter(({ line }) => inside(line));
  if (cut) return { ...withoutCutEnd(chapters, [from + 1, to]), cut };
  return { chapters, silent: chapters.length === 0 ? [[from + 1, to]] : [], cut };
}

/** The question for the whole; the summaries of the parts are shortened until it fits. */
function wholeOfParts(
  { language, system, mark, signal }: OutlineDrafting,
  windows: PromptPlan['windows'],
  chapters: DraftChapter[],
) {
  const edges = windows.slice(1).map(([from]) => from + 1);
  const guard = createTextGuard(mark, '');
  const found = (longest: number) =>
    chapters.map(({ line, title, summary }) => ({
      line,
      title: tidyTitle(title, guard) ?? '',
      summary: tidySentences(summary, longest, guard) ?? '',
    }));
  const longest = Math.floor(Math.min(answerTokens.whole * 2 + 2000, language.context * most.share));
  const room = (language.context - longest - estimateTokens(system) - 600) * contextSafetyFactor;
  const prompts = [600, 300, 150, 0].map((characters) => wholeQuestion(found(characters), edges, mark));
  const prompt = prompts.find((text) => estimateTokens(text) <= room) ?? prompts.at(-1)!;
  return { system, prompt, schema: WholeAnswer, longest, signal };
}

type Given = Omit<OutlineDrafting, 'system' | 'mark' | 'wishes'> & {
  /** Instructions that language models get before the task. */
  standing: string;
  /** Quotes a chapter at most, and what they are chosen by. */
  quotes: number;
  quotePrompt: string;
  /** Seconds at which chapters begin that a person has edited. */
  kept: readonly number[];
};

/** A recording made ready to be asked about: under a mark of its own, with the rules that stand above everything. */
export function prepareOutlineDrafting({ standing, quotes, quotePrompt, kept, ...work }: Given): OutlineDrafting {
  const mark = createFenceMark();
  const lineAt = (second: number): number => work.lines.findIndex(({ end }) => end > second + 0.05) + 1;
  return {
    ...work,
    mark,
    system: systemPrompt(standing, outlineInstructions, mark),
    wishes: { quotes, quotePrompt, kept: kept.map(lineAt).filter((line) => line > 1) },
  };
}
