import { findChapterFault, type TextFault } from '@lectern/chaptering/draft/find-draft-faults';
import type { OutlineDraft, DraftChapter } from '@lectern/chaptering/draft/place-chapters';
import type { NumberedLine } from '@lectern/chaptering/draft/numbered-lines';
import type { LineRange } from '@lectern/chaptering/draft/quote-spans';
import { visible } from '@lectern/chaptering/draft/tidy-text';
import { estimateTokens } from '../../platform/text/estimate-tokens.ts';
import { type LanguageEngine, LanguageFailure, type Usage } from '../../ports/language/port.ts';
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
  RepairAnswer,
  repairQuestion,
  WholeAnswer,
  wholeQuestion,
  type PromptOptions,
  outlineInstructions,
} from './outline-prompts.ts';
import { createFenceMark, systemPrompt } from './language/prompt.ts';

export type OutlineDrafting = {
  language: LanguageEngine;
  /** Tokens of a question and its answer together. */
  context: number;
  system: string;
  /** Stands in no answer unless the instructions were given away. */
  mark: string;
  lines: readonly NumberedLine[];
  slides: readonly SlideMark[];
  /** Seconds. */
  duration: number;
  wishes: PromptOptions;
  /** Whether somebody asked for texts in a language of their own. */
  mayTranslate: boolean;
  /** Finds the texts of a draft that cannot be shown. */
  judge: (draft: OutlineDraft) => Promise<TextFault[]>;
  signal: AbortSignal;
  /** While the model is being fetched. */
  onPrepare?: (fraction: number, note: string) => void;
  /** Part, and of how many. */
  onPart: (part: number, of: number) => void;
};

/** How the transcript is to be sent. Two windows or more are read one by one and then put together. */
export type PromptPlan = { windows: [from: number, to: number][]; estimate: Usage };

/** Tokens no answer exceeds, and the share of the context it gets at most. */
const most = { answer: 16_000, share: 0.4 };

/** Tokens of the answer about a part with so many subjects. */
const answerRoom = (context: number, subjects: number): number => {
  const [, chapters] = chaptersWanted(subjects);
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
  work: Pick<OutlineDrafting, 'context' | 'system' | 'lines' | 'slides' | 'wishes'>,
): PromptPlan {
  const { context, lines, slides, wishes } = work;
  const sent = sentLines(lines, slides);
  const subjects = wishes.boundaries.length + 1;
  const room = (count: number): number => (context - around(work) - answerRoom(context, count)) * contextSafetyFactor;
  const whole = tokensOfLines(sent);
  const answers = chaptersWanted(subjects)[1] * answerTokens.chapter * 0.7 + answerTokens.whole;
  if (whole <= room(subjects))
    return { windows: [[0, lines.length]], estimate: { input: whole + around(work), output: answers } };
  // Parts are about alike, each with the end of the one before.
  const largest = Math.max(500, room(subjects / 2) * (1 - overlapShare));
  const windows = splitIntoWindows(lines, sent, Math.max(500, (whole / Math.ceil(whole / largest)) * 1.02));
  const repeated = whole * overlapShare;
  const input = whole + repeated + (windows.length + 1) * around(work);
  return { windows, estimate: { input, output: answers * 1.5 } };
}

/** Share of a part that is the end of the one before it. */
const overlapShare = 0.08;

/** Characters that are read of a text, before it is made as short as is asked for. */
const mostRead = 20_000;

/** The chapters of an answer, each with the quotes that begin in it. */
function chaptersIn(value: unknown): DraftChapter[] {
  const found = readListField(Array.isArray(value) ? { chapters: value } : value, 'chapters').map((chapter) => ({
    line: readNumberField(chapter, 'line'),
    title: readTextField(chapter, 'title', mostRead),
    summary: readTextField(chapter, 'summary', mostRead),
    quotes: passagesIn(chapter, 'quotes'),
  }));
  const ordered = found.toSorted((a, b) => a.line - b.line);
  for (const passage of passagesIn(value, 'quotes'))
    (ordered.findLast(({ line }) => line <= passage.first) ?? ordered[0])?.quotes.push(passage);
  return found;
}

const wholeIn = (value: unknown) => ({
  title: readTextField(value, 'title', mostRead),
  description: readTextField(value, 'description', mostRead),
  summary: readTextField(value, 'summary', mostRead),
});

/** A model's answer as a draft. */
export const draftOfAnswer = (value: unknown): Omit<OutlineDraft, 'silent'> => ({
  ...wholeIn(value),
  chapters: chaptersIn(value),
});

/** The model's draft. `lacking` says why parts of it are missing. */
export type Drafted = { draft: OutlineDraft; lacking: LanguageFailure | 'cut' | undefined };

/**
 * Asks the model for an outline, once more for chapters nobody would make, and once for texts that cannot be shown.
 * Throws a `LanguageFailure` when it gives nothing at all.
 */
export async function draftOutline(work: OutlineDrafting, { windows }: PromptPlan, bill: Bill): Promise<Drafted> {
  const drafted = await (windows.length === 1 ? inOnePass(work, bill) : inParts(work, windows, bill));
  return { ...drafted, draft: await unlessItFails(drafted.draft, () => repairTexts(work, drafted.draft, bill)) };
}

/** Keeps what is given, when asking once more fails. */
export async function unlessItFails<Given>(given: Given, ask: () => Promise<Given>): Promise<Given> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof LanguageFailure) return given;
    throw error;
  }
}

/** Texts that are asked for once more at most, tokens of each, and the share of the context their lines get. */
const repaired = { texts: 60, share: 0.5, tokensOfText: 300 };

/** Has texts that cannot be shown written once more; what then cannot either is left out when the draft is completed. */
export async function repairTexts(
  work: Pick<OutlineDrafting, 'language' | 'context' | 'system' | 'mark' | 'lines' | 'slides' | 'signal' | 'judge'>,
  draft: OutlineDraft,
  bill: Bill,
): Promise<OutlineDraft> {
  const { language, context, system, mark, lines, slides, signal } = work;
  const asked = Math.min(repaired.texts, Math.floor((context * (1 - repaired.share)) / repaired.tokensOfText));
  const faults = (await work.judge(draft)).slice(0, asked);
  if (faults.length === 0) return draft;
  const starts = draft.chapters.map(({ line }) => line).toSorted((a, b) => a - b);
  const affected = new Set(faults.flatMap(({ line }) => (line === undefined ? [] : [line])));
  let room = context * repaired.share;
  const sent = sentLines(lines, slides).filter(({ number, tokens }) => {
    const chapter = starts.findLast((line) => line <= number);
    const isAsked = chapter === undefined ? starts.length === 0 : affected.has(chapter);
    return isAsked && (room -= tokens) > 0;
  });
  const isOfWhole = faults.some(({ line }) => line === undefined);
  const described = draft.chapters.filter(({ line }) => isOfWhole || affected.has(line)).slice(0, asked);
  const found = described.map(({ line, title, summary }) => ({
    line,
    title: visible(title).slice(0, 120),
    summary: visible(summary).slice(0, 300),
  }));
  const prompt = repairQuestion(faults, { lines: sent, found }, mark);
  const longest = Math.floor(Math.min(faults.length * 120 + 1000, context * most.share));
  const { value } = await askModel(language, { system, prompt, schema: RepairAnswer, longest, signal }, bill);
  const texts = new Map(
    readListField(value, 'texts').map((each) => [
      readNumberField(each, 'number'),
      readTextField(each, 'text', mostRead),
    ]),
  );
  return withRepaired(draft, faults, (n) => texts.get(n + 1) ?? '');
}

/** The draft with each faulty text replaced; an empty one is left out. */
function withRepaired(draft: OutlineDraft, faults: readonly TextFault[], textOf: (n: number) => string): OutlineDraft {
  const repairedField = (line: number | undefined, field: TextFault['field'], text: string): string =>
    faults.reduce(
      (whole, fault, n) =>
        fault.line === line && fault.field === field ? whole.replace(fault.text, () => textOf(n)) : whole,
      text,
    );
  return {
    ...draft,
    title: repairedField(undefined, 'title', draft.title),
    description: repairedField(undefined, 'description', draft.description),
    summary: repairedField(undefined, 'summary', draft.summary),
    chapters: draft.chapters.map((chapter) => ({
      ...chapter,
      title: repairedField(chapter.line, 'title', chapter.title),
      summary: repairedField(chapter.line, 'summary', chapter.summary),
    })),
  };
}

/** After an answer that was cut off, nothing is known from its last chapter on. */
function withoutCutEnd(
  chapters: DraftChapter[],
  [first, last]: [number, number],
): Pick<OutlineDraft, 'chapters' | 'silent'> {
  const from = chapters.findLast(({ line }) => line >= first && line <= last)?.line ?? first;
  return { chapters: chapters.slice(0, -1), silent: [[from, last]] };
}

/** An answer about the recording or a part of it. `isCut`: it ended before the model wanted it to. */
type Answer = { value: unknown; chapters: DraftChapter[]; isCut: boolean };

/** Asks once more with the reason, when nobody would make the chapters of an answer. */
async function askForChapters(
  ask: (fault?: string) => Promise<Answer>,
  expected: Parameters<typeof findChapterFault>[1],
): Promise<Answer> {
  const first = await ask();
  const fault = first.isCut ? undefined : findChapterFault(first.chapters, expected);
  return fault === undefined ? first : unlessItFails(first, () => ask(fault));
}

async function inOnePass(work: OutlineDrafting, bill: Bill): Promise<Drafted> {
  const { language, context, system, mark, lines, slides, duration, wishes, mayTranslate, signal } = work;
  const subjects = wishes.boundaries.length + 1;
  const longest = answerRoom(context, subjects);
  const sent = sentLines(lines, slides);
  const ask = async (fault?: string): Promise<Answer> => {
    const prompt = outlineQuestion(sent, duration, wishes, mark, fault);
    const { value, cut } = await askModel(language, { system, prompt, schema: OutlineAnswer, longest, signal }, bill);
    return { value, chapters: chaptersIn(value), isCut: cut };
  };
  const { value, chapters, isCut: cut } = await askForChapters(ask, { lines, subjects, seconds: duration });
  const placed = cut ? withoutCutEnd(chapters, [1, lines.length]) : { chapters, silent: [] };
  return { draft: { ...wholeIn(value), ...placed, mark, mayTranslate }, lacking: cut ? 'cut' : undefined };
}

/** Parts in a row that may fail before the rest is given up: each may take minutes to fail. */
const maxFailures = 2;

async function inParts(work: OutlineDrafting, windows: PromptPlan['windows'], bill: Bill): Promise<Drafted> {
  const { language, mark, lines, slides, mayTranslate, onPart } = work;
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
    return { draft: { ...wholeIn(value), chapters: kept, silent, mark, mayTranslate }, lacking };
  } catch (error) {
    if (!(error instanceof LanguageFailure)) throw error;
    return { draft: { ...wholeIn(undefined), chapters, silent, mark, mayTranslate }, lacking: error };
  }
}

/** The chapters of one part, which knows of the others only the end of the one before. */
async function onePart(
  { language, context, system, mark, lines, wishes, signal }: OutlineDrafting,
  sent: readonly PromptLine[],
  [from, to]: PromptPlan['windows'][number],
  part: { part: number; of: number; seconds: number },
  bill: Bill,
): Promise<Pick<OutlineDraft, 'chapters' | 'silent'> & { cut: boolean }> {
  const inside = (line: number): boolean => line > from && line <= to;
  const here = { ...wishes, kept: wishes.kept.filter(inside), boundaries: wishes.boundaries.filter(inside) };
  const shown = sent.slice(Math.floor(from - (to - from) * overlapShare) * Number(from > 0), to);
  const subjects = here.boundaries.length + 1;
  const longest = answerRoom(context, subjects);
  const ask = async (fault?: string): Promise<Answer> => {
    const prompt = partQuestion(shown, { ...part, from: from + 1 }, here, mark, fault);
    const { value, cut } = await askModel(language, { system, prompt, schema: PartAnswer, longest, signal }, bill);
    return { value, chapters: chaptersIn(value).filter(({ line }) => inside(line)), isCut: cut };
  };
  const { chapters, isCut: cut } = await askForChapters(ask, { lines, subjects, seconds: part.seconds });
  if (cut) return { ...withoutCutEnd(chapters, [from + 1, to]), cut };
  return { chapters, silent: chapters.length === 0 ? [[from + 1, to]] : [], cut };
}

/** The question for the whole; the summaries of the parts are shortened until it fits. */
function wholeOfParts(
  { context, system, mark, signal }: OutlineDrafting,
  windows: PromptPlan['windows'],
  chapters: DraftChapter[],
) {
  const edges = windows.slice(1).map(([from]) => from + 1);
  const found = (longest: number) =>
    chapters.map(({ line, title, summary }) => ({
      line,
      title: visible(title).slice(0, 120),
      summary: visible(summary).slice(0, longest),
    }));
  const longest = Math.floor(Math.min(answerTokens.whole * 2 + 2000, context * most.share));
  const room = (context - longest - estimateTokens(system) - 600) * contextSafetyFactor;
  const prompts = [600, 300, 150, 0].map((characters) => wholeQuestion(found(characters), edges, mark));
  const prompt = prompts.find((text) => estimateTokens(text) <= room) ?? prompts.at(-1)!;
  return { system, prompt, schema: WholeAnswer, longest, signal };
}

type Given = Omit<OutlineDrafting, 'system' | 'mark' | 'wishes' | 'mayTranslate'> & {
  /** Instructions that language models get before the task. */
  standing: string;
  /** Quotes a chapter at most, and what they are chosen by. */
  quotes: number;
  quotePrompt: string;
  /** Seconds at which chapters begin that a person has edited. */
  kept: readonly number[];
  /** Lines at which the subject seems to change. */
  boundaries: readonly number[];
};

/** A recording made ready to be asked about: under a mark of its own, with the rules that stand above everything. */
export function prepareOutlineDrafting({
  standing,
  quotes,
  quotePrompt,
  kept,
  boundaries,
  ...work
}: Given): OutlineDrafting {
  const mark = createFenceMark();
  const lineAt = (second: number): number => work.lines.findIndex(({ end }) => end > second + 0.05) + 1;
  return {
    ...work,
    mark,
    mayTranslate: namesLanguage(`${standing}\n${quotePrompt}`),
    system: systemPrompt(standing, outlineInstructions, mark),
    wishes: { quotes, quotePrompt, kept: kept.map(lineAt).filter((line) => line > 1), boundaries },
  };
}

/** Languages that a prompt may ask for. */
const languageCodes = 'en de fr es it pt nl sv da no fi pl cs hu ro el tr ru uk ar he hi zh ja ko'.split(' ');
const languageNames = languageCodes.flatMap((code) =>
  ['en', code].map((locale) => new Intl.DisplayNames(locale, { type: 'language' }).of(code)!),
);

/** Whether a prompt names a language: the texts may then be in it. */
export const namesLanguage = (prompt: string): boolean =>
  languageNames.some((name) => new RegExp(`(?<!\\p{L})${name}(?!\\p{L})`, 'u').test(prompt));
