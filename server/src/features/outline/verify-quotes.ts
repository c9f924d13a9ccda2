import { cleanSpeech } from '@lectern/chaptering/clean-speech';
import { type Looks, findVerbatim } from '@lectern/chaptering/verbatim';
import { OMISSION_MARK } from '@lectern/chaptering/writing/elisions';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { textLimits } from '@lectern/contract/rules/longest';
import { mostQuotesKept, quoteLimits } from '@lectern/contract/rules/quotes';
import { formatTimecode, quoteTimecode } from '@lectern/contract/rules/timecode';
import type { Quote } from '@lectern/contract/videos/videos';
import { sql } from 'kysely';
import type { StoredQuote } from '../../platform/database/stored-outline.ts';
import { findCueRange, howMany, joinCues, type JoinedCues, findQuoteWindow } from './joined-cues.ts';

declare const proven: unique symbol;
/** It stands word for word in the transcript, or is a person's. Only such quotes are shown. */
export type ProvenQuote = StoredQuote & { readonly [proven]: true };

type Quoting = { start: number; quotes: readonly StoredQuote[] };
export type Proven<C extends Quoting> = Omit<C, 'quotes'> & { quotes: ProvenQuote[] };

/** Parts of a text, from where to where each stands. */
export type Places = [from: number, to: number][];

/** Stands for what a quote leaves out. */
export const gap = ` ${OMISSION_MARK} `;

/**
 * How far quotes are looked for that belong to one change. Those for which nothing of it is left count as said nowhere.
 */
export const looksAtQuotes = (): Looks => ({ left: quoteLimits.looks });

/** Where a quote stands between two places of a transcript; undefined where it does not. */
function placesIn({ text }: JoinedCues, quote: string, { from, to }: { from: number; to: number }, looks: Looks) {
  if (quote.split(gap).length > quoteLimits.parts) return undefined;
  const places = findVerbatim(quote, text.slice(from, to), looks);
  return places?.map(([begin, end]): [number, number] => [from + begin, from + end]);
}

/** Where a quote stands in the cues that it was cut from. */
export function placesAt(joined: JoinedCues, { quote, spoken = quote, cues }: Quote, looks: Looks): Places | undefined {
  const window = cues && findQuoteWindow(joined, cues);
  return window && placesIn(joined, spoken, window, looks);
}

/** A quote of what was said, shown without fillers and repetitions. `cleanSpeech` alone says which: so nothing else goes. */
export function quoteOfSpeech<Q extends StoredQuote>({ spoken: _, ...quote }: Q, said: string): Q {
  const shown = cleanSpeech(said);
  return { ...quote, quote: shown, ...(shown === said ? {} : { spoken: said }) } as Q;
}

/** The same of words at these places. What it omits comes back, where that is all it omits. */
function quoteAtPlaces(quote: StoredQuote, { text }: JoinedCues, places: Places): StoredQuote {
  const whole = text.slice(places[0]![0], places.at(-1)![1]);
  const parts = places.map(([from, to]) => text.slice(from, to));
  const wordsOf = (said: string): string => cleanSpeech(said).replaceAll(',', '');
  const omitsSpeech = wordsOf(whole) !== wordsOf(parts.join(' '));
  const told = omitsSpeech || whole.length > textLimits.quote ? parts.join(gap) : whole;
  const made = quoteOfSpeech(quote, told);
  return made.quote === quote.quote && made.spoken === quote.spoken ? quote : made;
}

/**
 * Keeps quotes found verbatim in the transcript, re-cued where needed, and quotes a person wrote. `unsure` decides on
 * quotes whose search ran out; by default they go.
 */
export function provenChapters<C extends Quoting>(
  chapters: readonly C[],
  cues: readonly Cue[],
  looks = looksAtQuotes(),
  unsure: (quote: StoredQuote) => ProvenQuote[] = () => [],
): Proven<C>[] {
  let joined: JoinedCues | undefined;
  const search = (all: JoinedCues, quote: string, from: number): Places | undefined =>
    placesIn(all, quote, { from, to: all.text.length }, looks);
  /** Where it is said in its chapter or behind it, else where it is first. */
  const elsewhere = (all: JoinedCues, quote: string, chapterStart: number): Places | undefined => {
    const from = all.parts[howMany(all.parts, ({ n }) => cues[n]!.start < chapterStart)]?.from ?? 0;
    return search(all, quote, from) ?? (from > 0 ? search(all, quote, 0) : undefined);
  };
  const prove = (quote: StoredQuote, chapterStart: number): StoredQuote[] => {
    if (!quote.cues) return [quote];
    joined ??= joinCues(cues);
    const here = placesAt(joined, quote, looks);
    if (here) return [quoteAtPlaces(quote, joined, here)];
    const places = elsewhere(joined, quote.spoken ?? quote.quote, chapterStart);
    if (!places) return looks.left > 0 ? [] : unsure(quote);
    const place = findCueRange(joined, places[0]![0], places.at(-1)![1]);
    const moved = { ...quote, ...quoteTimesAt(cues[place[0]]!.start, chapterStart), cues: place };
    return [quoteAtPlaces(moved, joined, places)];
  };
  return chapters.map(({ quotes, ...chapter }) => {
    let room: number = mostQuotesKept;
    const looked = quotes.filter(({ cues: cut }) => !cut || (room -= 1) >= 0);
    return { ...chapter, quotes: looked.flatMap((quote) => prove(quote, chapter.start)) as ProvenQuote[] };
  });
}

/** The same for quotes of one chapter. */
export const verifiedQuotes = (
  quotes: readonly StoredQuote[],
  cues: readonly Cue[],
  chapterStart: number,
): ProvenQuote[] => provenChapters([{ start: chapterStart, quotes }], cues)[0]!.quotes;

/** Marks a quote as written by a person, perhaps over one that was cut there. */
export const personsQuote = (quote: Pick<StoredQuote, 'quote' | 'timecode' | 'was'>): ProvenQuote =>
  ({ ...quote, edited: true }) as StoredQuote as ProvenQuote;

/** Marks a quote that an archive attributes to a person. Only the owner sees it until they confirm it. */
export const importedQuote = ({ quote, timecode }: Pick<StoredQuote, 'quote' | 'timecode'>): ProvenQuote =>
  ({ quote, timecode, edited: true, imported: true }) as StoredQuote as ProvenQuote;

/** A key sentence that its owner keeps as a quote, or one taken back: still cut from the transcript. */
export const asKeySentence = ({ key: _, ...quote }: ProvenQuote, isKey: boolean): ProvenQuote =>
  (isKey ? { ...quote, key: true } : quote) as ProvenQuote;

/** Keeps a quote whose search did not finish. Only the owner sees it. */
export const unprovenQuote = ({ quote, timecode }: StoredQuote): ProvenQuote =>
  ({ quote, timecode }) as StoredQuote as ProvenQuote;

/** `isPublicQuote` of one in the database. */
export const quoteIsPublic = sql<boolean>`(not quote @> '{"key": true}' and (quote ? 'cues' or quote ? 'edited' and not quote ? 'imported'))`;

/** The times of a quote whose words begin at a second. */
export const quoteTimesAt = (start: number, chapterStart: number): { start: number; timecode: string } => ({
  start,
  timecode: formatTimecode(quoteTimecode(start, chapterStart)),
});
