import { media } from '@lectern/contract/playback';
import { pictureTime } from '@lectern/contract/slides';
import type { FoundMoments, Moment } from '@lectern/contract/videos';
import { sql } from 'kysely';
import type { Queryable } from '../../platform/database/database.ts';
import { anywhere } from '../../platform/database/like.ts';
import { type FoundHighlight, highlightsWith } from '../highlights/find-highlights.ts';
import { libraryOf } from '../videos/library.ts';
import { comparable } from '../videos/comparable.ts';

/** Of one video: the others are stepped through in its transcript. */
const mostOfOne = 5;

/** Lines of one video looked at: where the keyword stands in every line, a passage tells of two of them. */
const mostLines = 2 * mostOfOne;

/**
 * The places of a library where a keyword stands, case-insensitively, by video, the newest first: chapter titles,
 * summaries, quotes, slides, highlights and what was said, in the order of time. A place in a quote is told once, as the
 * quote, and so is one in a highlight, or in the passage told before.
 */
export async function findMoments(db: Queryable, userId: string, keyword: string): Promise<FoundMoments[]> {
  const needle = comparable(keyword.trim());
  if (needle.length < 2) return [];
  const { videos } = await libraryOf(db, userId);
  if (videos.length === 0) return [];
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
  const said = Map.groupBy(await inTranscripts(db, ids, needle), ({ video_id }) => video_id);
  const slides = Map.groupBy(await onSlides(db, ids, needle), ({ video_id }) => video_id);
  const highlights = await highlightsWith(db, ids, needle);
  const has = (text: string): boolean => comparable(text).includes(needle);

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

type Line = { n: number; start_s: number; before: string | null; text: string; after: string | null };

/** Lines in their order, each with those around it, as far as the passage before does not tell them: `places` lines are told. */
function passagesOf(lines: readonly Line[]): { start: number; text: string; places: number }[] {
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

/** Whether a line is one of those whose marked words hold the keyword. */
const isIn = ({ where, start, end }: FoundHighlight, lineStart: number): boolean =>
  where === 'words' && lineStart >= start && lineStart < end;

/** The slides on which the keyword stands. */
const onSlides = (db: Queryable, ids: readonly string[], needle: string) =>
  db
    .selectFrom('slides')
    .select(['video_id', 'start_s', 'end_s', 'text'])
    .where('video_id', 'in', ids)
    .where('text', 'ilike', anywhere(needle))
    .orderBy('video_id')
    .orderBy('start_s')
    .execute();

/** The first cues of each transcript in which the keyword begins, with those around them, and how many there are. */
async function inTranscripts(db: Queryable, ids: readonly string[], needle: string) {
  const { rows } = await sql<Line & { video_id: string; total: number }>`
    with hit as materialized (
      select wanted.video_id, found.n, found.rank, found.total
      from unnest(${sql.val([...ids])}::uuid[]) as wanted (video_id)
      cross join lateral (
        select n, row_number() over (order by n) as rank, (count(*) over ())::int as total
        from (
          select n from cues
          where cues.video_id = wanted.video_id and span like ${anywhere(needle)}
            and position(${needle} in span) between 1 and char_length(text)
          offset 0
        ) each
      ) found
    )
    select hit.video_id, hit.total, hit.n, cue.start_s,
      previous.text as before, cue.text, next.text as after
    from hit
    join cues cue on cue.video_id = hit.video_id and cue.n = hit.n
    left join cues previous on previous.video_id = hit.video_id and previous.n = hit.n - 1
    left join cues next on next.video_id = hit.video_id and next.n = hit.n + 1
    where hit.rank <= ${mostLines}
    order by hit.video_id, hit.n`.execute(db);
  return rows;
}
