import type { z } from 'zod';
import { Problem } from '@lectern/contract/problem';
import { isPublicQuote } from '@lectern/contract/rules/quotes';
import { formatTimecode, parseExactTimecode, parseTimecode } from '@lectern/contract/rules/timecode';
import type { ChapterEdit, Quote } from '@lectern/contract/videos/videos';
import type { Queryable } from '../../platform/database/database.ts';
import type { World } from '../../platform/http/context.ts';
import { refuseShort } from '../../platform/http/refuse-short.ts';
import { cuesOf } from '../transcripts/cues.ts';
import { chaptersVersion, chaptersOf, type NewChapter, type PresentChapter, updateChapters } from './chapters-of.ts';
import { asKeySentence, personsQuote, type Proven, provenChapters, type ProvenQuote } from './verify-quotes.ts';

type Edit = z.output<typeof ChapterEdit>;

/**
 * Saves a person's full chapter list; differences count as edited. Returns the chapters before and after. Throws
 * `chapters_changed` for another version, `bad_request` for invalid starts or new texts too short.
 */
export async function saveChapters(
  world: World,
  tx: Queryable,
  video: { id: string; workspace_id: string; duration: number },
  edits: readonly Edit[],
  version: string | undefined,
): Promise<{ before: PresentChapter[]; after: PresentChapter[] }> {
  const stored = await chaptersOf(tx, video.id);
  if (version !== undefined && version !== chaptersVersion(stored)) throw new Problem('chapters_changed');
  const before = storedFor(edits, stored);
  const chapters = await asCut(
    tx,
    video.id,
    edits.map((edit, n) => applyEdit(edit, before[n])),
  );
  checkStarts(chapters, video.duration);
  const timed = chapters.map((chapter, n) => ({ ...chapter, end: chapters[n + 1]?.start ?? video.duration }));
  await updateChapters(world, tx, { video, by: 'member' }, stored, timed);
  return { before: stored, after: await chaptersOf(tx, video.id) };
}

/**
 * Matches sent chapters to stored ones by id, or by start when no id was sent. Each stored chapter matches once;
 * further ones count as new.
 */
function storedFor(edits: readonly Edit[], stored: readonly PresentChapter[]): (PresentChapter | undefined)[] {
  const left = new Map(stored.map((chapter) => [chapter.id, chapter]));
  const take = (chapter: PresentChapter | undefined): PresentChapter | undefined => {
    if (chapter) left.delete(chapter.id);
    return chapter;
  };
  const byId = edits.map(({ id }) => (id === undefined ? undefined : take(left.get(id))));
  return edits.map(({ id, start }, n) =>
    id === undefined ? take([...left.values()].find((chapter) => formatTimecode(chapter.start) === start)) : byId[n],
  );
}

function applyEdit(edit: Edit, before: PresentChapter | undefined): Proven<NewChapter> {
  const seconds = parseExactTimecode(edit.start);
  if (seconds === undefined)
    throw new Problem('bad_request', { detail: `The chapter start ${edit.start} is not a time in HH:MM:SS format.` });
  // The page sends whole seconds; the exact start stays unless the person moved it.
  const start = before && formatTimecode(before.start) === edit.start ? before.start : seconds;
  const summary = edit.summary ?? before?.summary ?? '';
  const sent = edit.quote?.map((each): SentQuote => (typeof each === 'string' ? { quote: each } : each));
  const quotes = sent?.map((_, n) => asQuote(sent, n, before?.quotes, edit.start)) ?? before?.quotes ?? [];
  if (summary !== '' && summary !== before?.summary) refuseShort(summary, `summary of “${edit.title}”`);
  const edited = new Set(before?.edited ?? []);
  if (edit.title !== before?.title) edited.add('title');
  if (summary !== (before?.summary ?? '')) edited.add('summary');
  if (quotes.length !== (before?.quotes.length ?? 0) || quotes.some((quote, n) => quote !== before?.quotes[n]))
    edited.add('quote');
  return {
    ...(before ? { id: before.id } : {}),
    start,
    end: start,
    title: edit.title,
    summary,
    quotes,
    search: edit.search ?? before?.search ?? '',
    edited: [...edited],
  };
}

type SentQuote = Partial<Quote> & { quote: string };

/**
 * Completes a sent quote: unchanged keeps cues, rewritten keeps timecode and cut text, a changed timecode moves it.
 * Unproven ones become the person's once they confirm public display.
 */
function asQuote(
  sent: readonly SentQuote[],
  n: number,
  before: readonly ProvenQuote[] | undefined,
  chapterStart: string,
): ProvenQuote {
  const { quote, timecode, imported, key } = sent[n]!;
  const isAt = (known: string): boolean =>
    timecode === undefined || known === timecode || parseTimecode(known) === parseTimecode(timecode);
  const same = before?.find((known) => known.quote === quote && isAt(known.timecode));
  if (same?.cues && key !== undefined && key !== (same.key === true)) return asKeySentence(same, key);
  if (same && (imported !== false || isPublicQuote(same))) return same;
  if (timecode !== undefined && parseTimecode(timecode) === undefined)
    throw new Problem('bad_request', { detail: `The time ${timecode} of a quote is not a time in HH:MM:SS format.` });
  if (!before?.some((known) => known.quote === quote)) refuseShort(quote, 'quote');
  const there = before?.[n];
  // One that is sent elsewhere in the list has made room for this one.
  const replaced = sent.some((other, at) => at !== n && other.quote === there?.quote) ? undefined : there;
  const was = replaced?.was ?? (replaced?.cues ? replaced : undefined);
  return personsQuote({
    quote,
    timecode: timecode ?? replaced?.timecode ?? chapterStart,
    ...(was ? { was } : {}),
  });
}

/** Quotes that read as they were cut, at the same place, are what they were: as long as that is what is said there. */
async function asCut(
  tx: Queryable,
  videoId: string,
  chapters: readonly Proven<NewChapter>[],
): Promise<readonly Proven<NewChapter>[]> {
  const back = chapters.flatMap(({ start, quotes }) =>
    quotes.flatMap((quote) => (quote.was?.quote === quote.quote ? [{ start, quotes: [quote.was], quote }] : [])),
  );
  // The transcript is long, and most saves have none.
  if (back.length === 0) return chapters;
  const proven = new Map(
    provenChapters(back, await cuesOf(tx, videoId)).map(({ quotes, quote }) => [quote, quotes[0]]),
  );
  const now = (quote: ProvenQuote): ProvenQuote => {
    const cut = proven.get(quote);
    return cut?.timecode === quote.timecode ? cut : quote;
  };
  return chapters.map((chapter) => ({ ...chapter, quotes: chapter.quotes.map(now) }));
}

function checkStarts(chapters: readonly Pick<NewChapter, 'start' | 'title'>[], duration: number): void {
  if (chapters[0]?.start !== 0)
    throw new Problem('bad_request', { detail: 'The first chapter must start at 00:00:00.' });
  chapters.forEach((chapter, n) => {
    const previous = chapters[n - 1];
    if (previous && chapter.start <= previous.start)
      throw new Problem('bad_request', { detail: 'Chapters must be in the order of their starts.' });
    if (chapter.start >= duration)
      throw new Problem('bad_request', { detail: `The chapter "${chapter.title}" starts after the recording ends.` });
  });
}
