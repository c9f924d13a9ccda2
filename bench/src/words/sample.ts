import { cleanSpeech } from '@lectern/chaptering/clean-speech';
import { type Outline, outline } from '@lectern/chaptering/outline';
import { sentencesOf } from '@lectern/chaptering/transcript-stretch';
import {
  chaptersAt,
  type OutlineContext,
  createOutlineContext,
  type OutlineQuote,
} from '@lectern/chaptering/outline-context';
import type { Talk } from '@lectern/chaptering/train/talks';

/** Numbers from 0 to 1 that a seed decides. */
function random(seed: number): () => number {
  let state = (Math.imul(seed, 2654435761) + 1) >>> 0;
  return () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
}

function shuffleItems<T>(items: readonly T[], next: () => number): T[] {
  const left = [...items];
  for (let i = left.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [left[i], left[j]] = [left[j]!, left[i]!];
  }
  return left;
}

/** A chapter of people's with their title and ours; the reader sees them as A and B. */
type TitleItem = {
  id: string;
  talk: string;
  start: number;
  said: string;
  a: string;
  b: string;
  ours: 'a' | 'b';
};
type QuoteItem = { id: string; talk: string; quote: string };
type TextItem = {
  id: string;
  talk: string;
  peoplesTitle: string;
  title: string;
  description: string;
  summary: string;
};
export type WordsSample = { seed: number; titles: TitleItem[]; quotes: QuoteItem[]; texts: TextItem[] };

/** Author of the texts to be judged. */
export type Writer = {
  /** Its chapters, quotes and texts of a recording. */
  outline: (talk: Talk) => Outline | Promise<Outline>;
  /** Returns its title for the n-th chapter made by people; undefined when it has no such chapter. */
  titleOf: (talk: Talk, n: number, desk: OutlineContext) => string | undefined | Promise<string | undefined>;
};

/**
 * The built-in engine. Titles are written for the chapters people made, so that titles are compared and not boundaries.
 */
export const engineWriter: Writer = {
  outline: (talk) => outline(talk.cues, { duration: talk.duration }),
  titleOf: (talk, n, desk) => titleAt(desk, talk, n),
};

export type SampleSize = { titles: number; quotes: number; texts: number };

/** Words of a chapter that the reader sees, from its beginning, its middle and its end. */
const SEEN = { beginning: 130, middle: 60, end: 40 };

/** Draws the items for a reader to judge. The same talks and seed give the same sheet. */
export async function drawSample(
  talks: readonly Talk[],
  seed: number,
  size: SampleSize,
  writer: Writer = engineWriter,
): Promise<WordsSample> {
  const next = random(seed);
  const drawn = shuffleItems(talks, next);
  const outlines = new Map<string, Outline>();
  const outlineFor = async (talk: Talk): Promise<Outline> => {
    const made = outlines.get(talk.id) ?? (await writer.outline(talk));
    outlines.set(talk.id, made);
    return made;
  };
  const titles: TitleItem[] = [];
  const quotes: QuoteItem[] = [];
  const texts: TextItem[] = [];
  // One title and one quote a talk, round after round, so that no long talk fills the sheet.
  for (let round = 0; round < 20 && (titles.length < size.titles || quotes.length < size.quotes); round++) {
    for (const talk of drawn) {
      if (titles.length < size.titles) add(titles, await titleOf(talk, next, writer));
      if (quotes.length < size.quotes) add(quotes, quoteOf(talk, await outlineFor(talk), next));
      if (round === 0 && texts.length < size.texts) texts.push({ id: '', ...textsOf(talk, await outlineFor(talk)) });
      if (titles.length >= size.titles && quotes.length >= size.quotes && texts.length >= size.texts) break;
    }
  }
  number(titles, 'T');
  number(quotes, 'Q');
  number(texts, 'S');
  return { seed, titles, quotes, texts };
}

function add<T>(list: T[], item: T | undefined): void {
  if (item !== undefined) list.push(item);
}

const number = (items: { id: string }[], letter: string): void =>
  items.forEach((item, n) => {
    item.id = `${letter}${n + 1}`;
  });

async function titleOf(talk: Talk, next: () => number, writer: Writer): Promise<TitleItem | undefined> {
  const n = Math.floor(next() * talk.chapters.length);
  const isOurs = next() < 0.5;
  const { start, title } = talk.chapters[n]!;
  const end = talk.chapters[n + 1]?.start ?? talk.duration;
  const desk = createOutlineContext(talk.cues, talk.duration);
  const said = excerpt(desk, start, end);
  if (said === '') return undefined;
  const ours = await writer.titleOf(talk, n, desk);
  if (ours === undefined) return undefined;
  const [a, b] = isOurs ? [ours, title] : [title, ours];
  return { id: '', talk: talk.id, start, said, a, b, ours: isOurs ? 'a' : 'b' };
}

/** Ours for the n-th chapter of people's, all of them written as for the page. */
function titleAt(desk: OutlineContext, { chapters }: Talk, n: number): string {
  const { sentences } = desk.transcript;
  const firsts = chapters.map(({ start }, at) =>
    at === 0 ? 0 : sentences.findIndex((sentence) => sentence.start >= start - 0.05),
  );
  const cuts = [...new Set(firsts.filter((first) => first > 0))].sort((one, other) => one - other);
  return chaptersAt(desk, cuts, {})[cuts.indexOf(firsts[n]!) + 1]!.title;
}

function excerpt({ transcript }: OutlineContext, start: number, end: number): string {
  const [from, to] = sentencesOf(transcript, { start, end });
  const words = transcript.sentences
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')
    .split(' ')
    .filter(Boolean);
  const all = SEEN.beginning + SEEN.middle + SEEN.end;
  if (words.length <= all) return words.join(' ');
  const middle = Math.floor(words.length / 2);
  return [words.slice(0, SEEN.beginning), words.slice(middle, middle + SEEN.middle), words.slice(-SEEN.end)]
    .map((part) => part.join(' '))
    .join(' […] ');
}

function quoteOf(talk: Talk, { chapters }: Outline, next: () => number): QuoteItem | undefined {
  const pick = next();
  const all: OutlineQuote[] = chapters.flatMap(({ quotes }) => quotes).filter(({ key }) => !key);
  const quote = all[Math.floor(pick * all.length)];
  return quote && { id: '', talk: talk.id, quote: cleanSpeech(quote.quote) };
}

const textsOf = (talk: Talk, { title, description, summary }: Outline): Omit<TextItem, 'id'> => ({
  talk: talk.id,
  peoplesTitle: talk.title,
  title,
  description,
  summary,
});
