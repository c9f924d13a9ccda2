import type { OutlineChapter } from '@lectern/chaptering/outline-context';
import { rewriteChapters, type Outline } from '@lectern/chaptering/outline';
import type { ShownSlide } from '@lectern/chaptering/slide-changes';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { type Asker, inOwnPlace, inThread } from '../../platform/subprocess/thread.ts';
import { asQuotes, type NewChapter } from './chapters-of.ts';
import type { RewriteChaptersInput } from './rewrite-chapters.thread.ts';
import type { StoredBoundaries } from '../../platform/database/stored-outline.ts';
import { planResize, resizedStarts } from './resize-chapters.ts';

/** Cues and slides of a recording. */
type RecordingContent = { cues: readonly Cue[]; shown?: readonly ShownSlide[] };

type Span = { start: number; end: number };

/** Share of either span that both have in common. */
const common = (a: Span, b: Span): number =>
  (Math.min(a.end, b.end) - Math.max(a.start, b.start)) / Math.max(a.end - a.start, b.end - b.start);

/** From this share on two chapters are about the same. */
const same = 0.6;

type Fresh = Pick<NewChapter, 'title' | 'summary' | 'quotes'>;

const nameOf = ({ start, end }: Span): string => `${start}-${end}`;

/**
 * For jobs. Fills unedited texts of edited chapters from the matching new chapter or the built-in engine. Foreseen
 * time ranges are written in a thread, others on demand.
 */
export async function createChapterRewriter(
  { outline, quotes, ...said }: RecordingContent & { outline: Outline; quotes: number },
  foreseen: readonly Span[],
  signal: AbortSignal,
): Promise<(span: Span) => Fresh> {
  const found = (span: Span) => {
    const there = outline.chapters.find((chapter) => common(chapter, span) >= same);
    return { there, inside: there?.quotes.filter(({ start }) => start >= span.start && start < span.end) ?? [] };
  };
  const spans = foreseen.filter((span) => found(span).inside.length === 0).map(({ start, end }) => ({ start, end }));
  const again = await written(said, { spans, quotes }, inOwnPlace(signal));
  const ready = new Map(spans.map((span, n) => [nameOf(span), again[n]!]));
  return (span) => {
    const { there, inside } = found(span);
    if (there && inside.length > 0) return { title: there.title, summary: there.summary, quotes: asQuotes(inside) };
    const own = ready.get(nameOf(span)) ?? rewriteChapters(said.cues, [span], quotes, said.shown)[0]!;
    return { title: there?.title ?? own.title, summary: there?.summary ?? own.summary, quotes: asQuotes(own.quotes) };
  };
}

/**
 * The built-in engine's chapters for spans that are drawn between chapters that stay: none is called what another is.
 */
export const writeNewChaptersInThread = (
  said: RecordingContent,
  spans: readonly Span[],
  others: readonly (Span & { title: string })[],
  quotes: number,
  asker: Asker,
): Promise<OutlineChapter[]> =>
  written(said, { spans, quotes, beside: others.map(({ start, end, title }) => ({ start, end, title })) }, asker);

/** The built-in engine's chapters for exactly these spans, written in a thread, with at most so many quotes each. */
async function written(
  { cues, shown = [] }: RecordingContent,
  wanted: Omit<RewriteChaptersInput, 'cues' | 'shown'>,
  asker: Asker,
): Promise<OutlineChapter[]> {
  if (wanted.spans.length === 0) return [];
  const module = new URL('./rewrite-chapters.thread.ts', import.meta.url);
  return inThread<OutlineChapter[]>(module, { cues, shown, ...wanted } satisfies RewriteChaptersInput, asker);
}

/** How many chapters "fewer" and "more" are, of those that the words suggest. */
const resizeFactor = { fewer: 0.6, more: 1.6 };

type Material = {
  found: readonly NewChapter[];
  places: StoredBoundaries;
  said: RecordingContent;
  quotes: number;
  video: { duration: number };
};

/** The chapters of a run as fewer or more, as the person wished: those that were neither divided nor joined stay. */
export async function resizeOutline(
  wish: 'fewer' | 'more',
  { found, places, said, quotes, video }: Material,
  signal: AbortSignal,
): Promise<NewChapter[]> {
  const scaled = found.length * resizeFactor[wish];
  const wanted = wish === 'fewer' ? Math.max(1, Math.floor(scaled)) : Math.ceil(scaled);
  const unnamed = found.map((chapter, n) => ({ ...chapter, id: String(n) }));
  const plan = planResize(unnamed, [], resizedStarts(unnamed, places, video.duration, wanted), video.duration);
  const spans = plan.flatMap((chapter) => ('written' in chapter ? [chapter.written] : []));
  const others = plan.flatMap((chapter) => ('kept' in chapter ? [chapter.kept] : []));
  const written = await writeNewChaptersInThread(said, spans, others, quotes, inOwnPlace(signal));
  return plan.map((chapter) => {
    if ('kept' in chapter) return found[Number(chapter.kept.id)]!;
    const { title, summary, quotes: own } = written.find(({ start }) => start === chapter.written.start)!;
    return { ...chapter.written, title, summary, quotes: asQuotes(own), search: '', edited: [] };
  });
}
