import { media } from '@lectern/contract/playback';
import { pictureTime } from '@lectern/contract/slides';
import type { FoundMoments, Moment } from '@lectern/contract/videos';
import type { Queryable } from '../../platform/database/database.ts';
import { type FoundHighlight, highlightsWith } from '../highlights/find-highlights.ts';
import { type LibraryVideo, libraryOf } from '../videos/library.ts';
import { linesOfEach, type SaidLine, standsIn, standsInColumn, type Wanted, waysOf } from './wanted.ts';

/** Of one video: the others are stepped through in its transcript. */
const mostOfOne = 5;

/** Lines of one video looked at: where the keyword stands in every line, a passage tells of two of them. */
const mostLines = 2 * mostOfOne;

/**
 * The places of a library where a question stands, folded, by video, the newest first: chapter titles, summaries, quotes,
 * slides, highlights and what was said, in the order of time. Videos in which it stands nowhere as it is come after those,
 * with the places where all its words stand together. A place in a quote is told once, as the quote, and so is one in a
 * highlight, or in the passage told before.
 */
export async function findMoments(db: Queryable, userId: string, keyword: string): Promise<FoundMoments[]> {
  const ways = waysOf(keyword);
  if (ways.length === 0) return [];
  const { videos } = await libraryOf(db, userId);
  const found: FoundMoments[] = [];
  for (const wanted of ways) {
    const missing = videos.filter(({ id }) => !found.some(({ uploadId }) => uploadId === id));
    if (missing.length > 0) found.push(...(await momentsIn(db, missing, wanted)));
  }
  return found;
}

async function momentsIn(db: Queryable, videos: readonly LibraryVideo[], wanted: Wanted): Promise<FoundMoments[]> {
  const ids = videos.map(({ id }) => id);
  const chapters = Map.groupBy(
    await db
      .selectFrom('chapters')
      .select(['video_id', 'start_s', 'title', 'summary', 'quotes'])
      .where('video_id', 'in', ids)
      .orderBy('video_id')
      .orderBy('n')
      .execute(),
    ({ video_id }) => video_id,
  );
  const said = Map.groupBy(await linesOfEach(db, ids, wanted, mostLines), ({ video_id }) => video_id);
  const slides = Map.groupBy(await onSlides(db, ids, wanted), ({ video_id }) => video_id);
  const highlights = await highlightsWith(db, ids, (text) => standsIn(wanted, text));
  const has = (text: string): boolean => standsIn(wanted, text);

  return videos.flatMap(({ id, title, playback_id }) => {
    const own = chapters.get(id) ?? [];
    const written = own.flatMap((chapter): Moment[] => {
      const at = { start: chapter.start_s, chapter: chapter.title };
      return [
        ...(has(chapter.title) ? [{ ...at, field: 'chapter' as const, text: chapter.title }] : []),
        ...(has(chapter.summary) ? [{ ...at, field: 'summary' as const, text: chapter.summary }] : []),
        ...chapter.quotes
          .filter(({ quote }) => has(quote))
          .map(({ quote, start }) => ({
            ...at,
            field: 'quote' as const,
            text: quote,
            start: Math.max(chapter.start_s, start ?? chapter.start_s),
          })),
      ];
    });
    const chapterAt = (start: number): string | null =>
      own.findLast((chapter) => chapter.start_s <= start)?.title ?? null;
    const shown = (slides.get(id) ?? []).map(({ start_s: start, end_s: end, text }): Moment => ({
      field: 'slide',
      text: text.replaceAll('\n', ' '),
      start,
      chapter: chapterAt(start),
      picture: media.thumbnail(playback_id, pictureTime({ start, end }), 320),
    }));
    const marked = highlights.get(id) ?? [];
    const highlighted = marked.map(({ start, text }): Moment => ({
      field: 'highlight',
      text,
      start,
      chapter: chapterAt(start),
    }));
    const cues = said.get(id) ?? [];
    const untold = cues
      .filter(({ text }) => !written.some(({ field, text: words }) => field === 'quote' && words.includes(text)))
      .filter(({ start_s }) => !marked.some((each) => isIn(each, start_s)));
    const passages = passagesOf(untold).map(({ start, text, places }) => ({
      places,
      moment: { field: 'transcript', text, start, chapter: chapterAt(start) } satisfies Moment,
    }));
    const places =
      written.length + shown.length + marked.length + (cues[0]?.total ?? 0) - (cues.length - untold.length);
    if (places === 0) return [];
    const moments = [...written, ...shown, ...highlighted, ...passages.map(({ moment }) => moment)]
      .sort((one, other) => one.start - other.start)
      .slice(0, mostOfOne);
    const told = passages.filter(({ moment }) => moments.includes(moment));
    const total = told.reduce((sum, passage) => sum - (passage.places - 1), places);
    return [{ uploadId: id, title, total, moments }];
  });
}

/** Lines in their order, each with those around it, as far as the passage before does not tell them: `places` lines are told. */
function passagesOf(lines: readonly SaidLine[]): { start: number; text: string; places: number }[] {
  const passages: { n: number; start: number; text: string; places: number }[] = [];
  for (const { n, start_s: start, before, text, after } of lines) {
    const last = passages.at(-1);
    if (last && n - last.n <= 1) last.places += 1;
    else
      passages.push({
        n,
        start,
        text: [last && n - last.n === 2 ? null : before, text, after].filter((part) => part !== null).join(' '),
        places: 1,
      });
  }
  return passages;
}

/** Whether a line is one of those whose marked words hold it. */
const isIn = ({ where, start, end }: FoundHighlight, lineStart: number): boolean =>
  where === 'words' && lineStart >= start && lineStart < end;

/** The slides on which it stands. */
const onSlides = (db: Queryable, ids: readonly string[], wanted: Wanted) =>
  db
    .selectFrom('slides')
    .select(['video_id', 'start_s', 'end_s', 'text'])
    .where('video_id', 'in', ids)
    .where(standsInColumn(wanted, 'folded'))
    .orderBy('video_id')
    .orderBy('start_s')
    .execute();
