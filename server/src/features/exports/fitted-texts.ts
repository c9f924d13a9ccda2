import { textLimits, mostChapters } from '@lectern/contract/rules/longest';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { mostQuotes, mostQuotesKept } from '@lectern/contract/rules/quotes';
import type { Quote } from '@lectern/contract/videos/videos';
import { lengthOfChapter } from '../../platform/database/stored-outline.ts';
import { truncateText } from '../../platform/text/truncate-text.ts';
import type { EditedCue } from '../transcripts/label-cues.ts';
import {
  type Proven,
  type ProvenQuote,
  importedQuote,
  looksAtQuotes,
  provenChapters,
  unprovenQuote,
} from '../outline/verify-quotes.ts';
import type { VideoFile } from './format.ts';

/** Lines that the longest quote can be of: in each it has a word, and a space before the next. */
const mostLines = textLimits.quote / 2;

/** Things that are named where they stay out; of more, their number is. */
export const mostNamed = 5;

/** A chapter of an archive that can be stored as it is. */
export type FittedChapter = Proven<VideoFile['chapters'][number]>;

type OnLoss = {
  /** A quote is not in the transcript, and nobody says that it is their own. */
  onUnsaid: (quote: string, chapter: string) => void;
  /** Nothing proves a quote, and somebody may have written it: it comes in, and strangers are not shown it. */
  onUnsure: () => void;
  /** A chapter has more quotes than are kept. */
  onOver: () => void;
};

/** The cues kept from an archived video; `uncut` holds the originals where some were cut. */
type Said = { cues: readonly Cue[]; uncut?: readonly Cue[] | undefined };

/**
 * Cuts archived quotes from the transcript again; missing ones are dropped, ones claimed as written are owner-only.
 * Limits quotes per cue so that corrections stay cheap.
 */
export function truncateQuotes(
  chapters: VideoFile['chapters'],
  { cues, uncut }: Said,
  { onUnsaid, onUnsure, onOver }: OnLoss,
  looks = looksAtQuotes(),
): FittedChapter[] {
  const kept = chapters.map((chapter) => {
    chapter.quotes.slice(mostQuotesKept).forEach(onOver);
    return { ...chapter, quotes: chapter.quotes.slice(0, mostQuotesKept) };
  });
  /** Each quote by itself, with what is known of it: nothing where it is not said. */
  const proofs = (lines: readonly Cue[]): ProvenQuote[][] =>
    provenChapters(
      kept.flatMap((chapter) =>
        chapter.quotes.map((quote) => ({
          start: chapter.start,
          quotes: isOwn(quote, chapter) ? [] : claimed(quote, lines.length),
        })),
      ),
      lines,
      looks,
      (quote) => [unprovenQuote(quote)],
    ).map(({ quotes }) => quotes);
  const [proven, before] = [proofs(cues), uncut ? proofs(uncut) : []];
  let room = mostQuotes * cues.length;
  let at = -1;
  const fitted = (quote: Quote, chapter: VideoFile['chapters'][number]): ProvenQuote[] => {
    at += 1;
    if (isOwn(quote, chapter)) {
      onUnsure();
      return [importedQuote(quote)];
    }
    const [said] = proven[at]!;
    if (said?.cues && said.cues[1] - said.cues[0] <= room) {
      room -= said.cues[1] - said.cues[0];
      return [said];
    }
    if (said || before[at]?.length) {
      onUnsure();
      return [unprovenQuote(quote)];
    }
    onUnsaid(quote.quote, chapter.title);
    return [];
  };
  return kept.map((chapter) => ({ ...chapter, quotes: chapter.quotes.flatMap((quote) => fitted(quote, chapter)) }));
}

type Edited = Pick<VideoFile['chapters'][number], 'edited'>;

/** Whether somebody has written a quote, and says so: older exports say it of the chapter. */
const isOwn = (quote: Quote, { edited }: Edited): boolean =>
  quote.edited === true || (!quote.cues && edited.includes('quote'));

/** The quote with lines it can be of: elsewhere it is looked for. */
function claimed(quote: Quote, lines: number): Quote[] {
  if ((quote.spoken ?? quote.quote).trim() === '' || lines === 0) return [];
  const [first, last] = quote.cues ?? [0, 0];
  return [{ ...quote, cues: last - first < mostLines ? [first, Math.min(last, lines - 1)] : [0, 0] }];
}

/** Told of each text that does not come in as it was. */
type OnCut = () => void;

/**
 * Fits archived chapters to a video's limits: drops extra chapters, extends the last kept one to the end, cuts search
 * answers first, then shares the room among texts.
 */
export function truncateChapters(
  all: readonly FittedChapter[],
  { onCut, onBeyond }: { onCut: OnCut; onBeyond: () => void },
): FittedChapter[] {
  all.slice(mostChapters).forEach(onBeyond);
  const chapters = all.slice(0, mostChapters);
  const end = Math.max(...all.map((chapter) => chapter.end));
  if (all.length > mostChapters) chapters.push({ ...chapters.pop()!, end });
  const over = chapters.reduce((sum, chapter) => sum + lengthOfChapter(chapter), 0) - textLimits.chapters;
  if (over <= 0) return chapters;
  const within = (value: string, share: number): string => {
    if (value.length > share) onCut();
    return truncateText(value, share);
  };
  const answers = chapters.reduce((sum, { search }) => sum + search.length, 0);
  const room = Math.floor(Math.max(0, answers - over) / chapters.length);
  const answered = chapters.map((chapter) => ({ ...chapter, search: within(chapter.search, room) }));
  if (answers >= over) return answered;
  const share = Math.floor(textLimits.chapters / chapters.length / 3);
  const isLong = (quotes: FittedChapter['quotes']): boolean => JSON.stringify(quotes).length > share;
  return answered.map((chapter) => {
    // Quotes cut by an engine can be cut again.
    const own = isLong(chapter.quotes) ? chapter.quotes.filter(({ cues }) => !cues) : chapter.quotes;
    const quotes = isLong(own) ? [] : own;
    if (quotes.length < chapter.quotes.length) onCut();
    return { ...chapter, title: within(chapter.title, share), summary: within(chapter.summary, share), quotes };
  });
}

/**
 * Lines of an archive within what a transcript may have together. Of what was heard in them no more is kept than is
 * said.
 */
export function truncateCues(cues: readonly EditedCue[], onCut: OnCut): EditedCue[] {
  let [said, heard] = [textLimits.transcript, textLimits.transcript];
  return cues.flatMap((cue) => {
    said -= cue.text.length;
    heard -= cue.heardText?.length ?? 0;
    if (said >= 0 && heard >= 0) return [cue];
    onCut();
    if (said < 0) return [];
    const { heardText: _, ...rest } = cue;
    return [rest];
  });
}
