import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findTextFaults } from '@lectern/chaptering/draft/find-draft-faults';
import { completeOutline } from '@lectern/chaptering/draft/complete-outline';
import { numberLines } from '@lectern/chaptering/draft/numbered-lines';
import { readTranscript } from '@lectern/chaptering/transcript';
import { isVerbatim } from '@lectern/chaptering/verbatim';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { type LanguageEngine, LanguageFailure, type LanguageQuestion } from '../../ports/language/port.ts';
import { openBill } from './language/token-usage.ts';
import { draftOutline, planPrompts, type OutlineDrafting } from './draft-outline.ts';

const rounds = process.env.LECTERN_TEST_FULL ? 30 : 10;

/** A fixed generator, so that a failure can be repeated. */
function random(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

const WORDS =
  'The roof of the greenhouse opens early. Late invoices cost more than taxes do! Pilots train for six years; then they board ships. Why do bakers judge dough by its smell?'.split(
    ' ',
  );

type Pick = <T>(items: readonly T[]) => T;

/** Any JSON, most of it near what was asked for. */
function anyAnswer(next: () => number, pick: Pick, lines: number): unknown {
  const text = (): unknown =>
    pick<unknown>([
      '',
      'A Fine Title of a Chapter',
      'Introduction',
      Array.from({ length: 30 }, () => pick(WORDS)).join(' '),
      '\u0000\u202e\u{e0041}',
      null,
      7,
      { text: 'nested' },
    ]);
  const number = (): unknown =>
    next() < 0.6
      ? 1 + Math.floor(next() * lines)
      : pick<unknown>([0, -1, 1.5, 1e12, '3', '[4]', 'five', null, true, [2], { line: 2 }]);
  const passage = (): unknown =>
    pick<unknown>([{ first: number(), last: number() }, [number(), number()], number(), 'words of nobody', null, {}]);
  const list = (most: number, item: () => unknown): unknown =>
    next() < 0.9
      ? Array.from({ length: Math.floor(next() * most) }, item)
      : pick<unknown>([null, 'none', { 0: item() }]);
  const chapter = (): unknown =>
    next() < 0.9
      ? { line: number(), title: text(), summary: text(), quotes: list(5, passage) }
      : pick<unknown>([null, 'chapter', [], { start: 3 }]);
  const chapters = list(next() < 0.2 ? 300 : 12, chapter);
  return pick<unknown>([
    { title: text(), description: text(), summary: text(), chapters, joined: list(4, number) },
    { title: text(), description: text(), summary: text(), chapters, joined: list(4, number) },
    { chapters },
    chapters,
    { outline: chapters },
    'no object',
    null,
  ]);
}

const failure = () => new LanguageFailure('language_failed', { cause: new Error('It is down.') });

/** Answers out of a function: the port's door itself, with nothing behind it. */
const languageOf = (answer: (question: LanguageQuestion) => { value: unknown; cut: boolean }): LanguageEngine => ({
  identity: 'none',
  label: 'nobody',
  readContext: () => Promise.resolve(0),
  ask: async (question) => ({ ...answer(question), spent: [{ text: 'An answer.', usage: { input: 10, output: 5 } }] }),
});

/** Without slides and wishes of its own, where nobody waits for the parts. */
const workOf = (
  given: Partial<OutlineDrafting> & { language: LanguageEngine; lines: OutlineDrafting['lines']; duration: number },
): OutlineDrafting => ({
  system: 'You edit recordings.',
  context: 32_768,
  mark: 'abcdef012345',
  slides: [],
  wishes: { quotes: 3, quotePrompt: 'The best.', kept: [], boundaries: [] },
  mayTranslate: false,
  judge: () => Promise.resolve([]),
  signal: new AbortController().signal,
  onPart: () => undefined,
  ...given,
});

const failing = (): never => {
  throw failure();
};

const steadyCues = (count: number): Cue[] =>
  Array.from({ length: count }, (_, n) => ({ start: n * 4, end: n * 4 + 3, text: WORDS.slice(0, 12).join(' ') }));

const numbersIn = (prompt: string): number[] =>
  [...prompt.matchAll(/^\[(\d+)\] /gm)].map(([, number]) => Number(number));

/** The lines of a part: those before its first belong to the part before. */
function ownNumbers(prompt: string): number[] {
  const from = Number(/begin chapters at (\d+)/.exec(prompt)?.[1] ?? 1);
  return numbersIn(prompt).filter((number) => number >= from);
}

/** A chapter for every so many lines: fewer nobody would make of three hours. */
const everySo = (numbers: readonly number[]): number[] => numbers.filter((_, n) => n % 150 === 0);

const partFrom = (line: number) => ({ line, title: `Part from ${line} on`, summary: '', quotes: [] });

describe('an outline from any answers of a model', () => {
  it('makes a sound outline from any cues, context and model answers', async () => {
    for (let seed = 1; seed <= rounds; seed++) {
      const next = random(seed);
      const pick: Pick = (items) => items[Math.floor(next() * items.length)]!;
      const duration = pick([45, 600, 3600, 10_800]);
      const cues: Cue[] = Array.from({ length: 1 + Math.floor(next() * 400) }, () => {
        const start = next() * duration;
        const text = Array.from({ length: Math.floor(next() ** 2 * 40) }, () => pick(WORDS)).join(' ');
        return { start, end: start + next() * 12, text, ...(next() < 0.3 ? { speaker: pick(['Ada', 'Ben']) } : {}) };
      });
      const transcript = readTranscript(cues, duration);
      const lines = numberLines(transcript, cues);
      const language = languageOf(() => {
        if (next() < 0.1) throw failure();
        return { value: anyAnswer(next, pick, lines.length), cut: next() < 0.1 };
      });
      const work = workOf({
        language,
        context: pick([4000, 6000, 128_000]),
        lines,
        duration,
        slides: Array.from({ length: 5 }, () => ({ start: next() * duration, title: '' })),
        wishes: { quotes: 1 + Math.floor(next() * 3), quotePrompt: 'The best.', kept: [], boundaries: [] },
        judge: (draft) => Promise.resolve(findTextFaults(cues, { duration }, draft)),
      });
      const bill = openBill();
      const plan = planPrompts(work);
      const drafted = await draftOutline(work, plan, bill).catch((error: unknown) => {
        assert.ok(error instanceof LanguageFailure, String(error));
        return undefined;
      });
      if (!drafted) continue;
      const { chapters } = completeOutline(cues, { duration }, drafted.draft, { quotes: work.wishes.quotes });
      assert.equal(chapters[0]!.start, 0);
      assert.equal(chapters.at(-1)!.end, duration);
      chapters.forEach(({ start, end, title, summary, quotes }, n) => {
        if (n > 0) assert.equal(start, chapters[n - 1]!.end, `seed ${seed}`);
        if (chapters.length > 1) assert.ok(end - start >= 30, `seed ${seed}`);
        assert.ok(title.trim() !== '' && !/[\u202e\u{e0041}]/u.test(title + summary), `seed ${seed}`);
        assert.ok(quotes.length <= work.wishes.quotes);
        for (const quote of quotes) {
          assert.ok(isVerbatim(quote.quote, transcript.text), `seed ${seed}: ${quote.quote}`);
          assert.ok(quote.start >= start && quote.start <= end, `seed ${seed}`);
        }
      });
    }
  });

  it('asks once, when the speech lasts an hour and the context is the usual one', () => {
    const cues = steadyCues(930);
    const lines = numberLines(readTranscript(cues, 3720), cues);
    const { windows, estimate } = planPrompts(workOf({ language: languageOf(failing), lines, duration: 3720 }));
    assert.deepEqual(windows, [[0, lines.length]]);
    assert.ok(estimate.input > 12_000 && estimate.input < 24_000, `${estimate.input} tokens`);
  });

  it('asks in overlapping parts and once for the whole, when three hours do not fit', async () => {
    const cues = Array.from({ length: 2700 }, (_, n) => ({
      start: n * 4,
      end: n * 4 + 3.5,
      text: Array.from({ length: 11 }, (_each, i) => WORDS[(n * 7 + i) % WORDS.length]).join(' '),
    }));
    const lines = numberLines(readTranscript(cues, 10_800), cues);
    for (const [context, expected] of [
      [128_000, 1],
      [32_000, 3],
      [8192, 16],
    ] as const) {
      const asked: LanguageQuestion[] = [];
      const language = languageOf((question) => {
        asked.push(question);
        const numbers = ownNumbers(question.prompt);
        return { value: { chapters: everySo(numbers).map(partFrom), joined: [numbers.at(-1)] }, cut: false };
      });
      const work = workOf({ language, context, lines, duration: 10_800 });
      const plan = planPrompts(work);
      const { draft } = await draftOutline(work, plan, openBill());
      assert.ok(Math.abs(plan.windows.length - expected) <= 2, `${plan.windows.length} parts in ${context}`);
      assert.equal(asked.length, plan.windows.length === 1 ? 1 : plan.windows.length + 1);
      const parts = asked.slice(0, plan.windows.length);
      const numbers = parts.flatMap(({ prompt }) => ownNumbers(prompt));
      assert.ok(plan.windows.length === 1 || numbersIn(parts[1]!.prompt)[0]! < ownNumbers(parts[1]!.prompt)[0]!);
      assert.deepEqual(
        numbers,
        [...lines.keys()].map((n) => n + 1),
      );
      const most = Math.max(
        ...asked.map(({ system, prompt, longest }) => (system.length + prompt.length) / 4 + longest),
      );
      assert.ok(most <= context, `${most} tokens in ${context}`);
      const made = parts.flatMap(({ prompt }) => everySo(ownNumbers(prompt))).length;
      const joined = Number(plan.windows.length > 1);
      assert.equal(draft.chapters.length, made - joined, 'the last is joined to the one before');
    }
  });

  it('gives up a model that fails twice in a row, and keeps what it had', async () => {
    const cues = steadyCues(2700);
    const lines = numberLines(readTranscript(cues, 10_800), cues);
    let calls = 0;
    const language = languageOf(({ prompt }) => {
      if (++calls > 2) throw failure();
      return { value: { chapters: [partFrom(ownNumbers(prompt)[0]!)] }, cut: false };
    });
    const work = workOf({ language, context: 8192, lines, duration: 10_800 });
    const bill = openBill();
    const { draft, lacking } = await draftOutline(work, planPrompts(work), bill);
    assert.equal(calls, 5, 'two parts, two failures, and the whole');
    assert.ok(lacking instanceof LanguageFailure);
    assert.deepEqual([bill.calls.length, draft.silent.at(-1)![1]], [2, lines.length]);
  });

  it('knows nothing of the part that was cut off, and loses nothing of the others', async () => {
    const cues = steadyCues(900);
    const lines = numberLines(readTranscript(cues, 3600), cues);
    const ranges: [number, number][] = [];
    const language = languageOf(({ prompt }) => {
      const numbers = ownNumbers(prompt);
      ranges.push([numbers[0]!, numbers.at(-1)!]);
      const isCut = ranges.length === 2;
      return { value: { chapters: isCut ? [] : [partFrom(numbers[0]!)] }, cut: isCut };
    });
    const work = workOf({ language, context: 8192, lines, duration: 3600 });
    const { draft, lacking } = await draftOutline(work, planPrompts(work), openBill());
    const others = ranges.slice(0, -1).flatMap(([first], n) => (n === 1 ? [] : [first]));
    assert.deepEqual([lacking, draft.chapters.map(({ line }) => line)], ['cut', others]);
    for (const [first, last] of draft.silent) assert.deepEqual([first, last], ranges[1]);
  });
});
