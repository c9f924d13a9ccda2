import type { Way } from '@lectern/contract/rules/folded-text';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { pictureTime } from '@lectern/contract/outline/slides';
import type { FoundMoments, Moment } from '@lectern/contract/videos/videos';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Context } from '../../../platform/http/context.ts';
import type { MemberCall } from '../../../platform/http/signing.ts';
import { headingsOfAll } from '../../outline/chapters-of.ts';
import { type FoundHighlight, highlightsWith } from '../../editing/highlights/search-highlights.ts';
import { mostFound, type SearchedVideo, searchedVideos } from '../../videos/library.ts';
import { signForMember } from '../../videos/signed-playback-id.ts';
import { type ChapterText, textsOfChapters } from '../../outline/search-chapters.ts';
import { linesOfEach, type SaidLine, searchedWays, standsInColumn } from '../../transcripts/search-query.ts';
import { recordingsToSearch } from './search-keys.ts';

/** Most moments of one video; members step through the others in its transcript. */
const mostOfOne = 5;

/** Lines of one video looked at: where the keyword stands in every line, a passage tells of two of them. */
const mostLines = 2 * mostOfOne;

/**
 * Finds moments by video, newest first, in order of time; matches with scattered words follow. Moments inside a quote,
 * highlight or earlier passage appear once.
 */
export async function findMoments(
  call: MemberCall & Pick<Context<'member'>, 'workspace'>,
  db: Queryable,
  keyword: string,
): Promise<FoundMoments[]> {
  const ways = searchedWays(keyword);
  if (ways.length === 0) return [];
  const found = new Map<string, FoundMoments & { way: number }>();
  const { holding, parts } = await recordingsToSearch(db, call.workspace.id, ways);
  for (const ids of parts) {
    await findInPart(call, db, await searchedVideos(db, ids), ways, holding, found);
    if ([...found.values()].filter(({ way }) => way === 0).length >= mostFound) break;
  }
  return [...found.values()].toSorted((one, other) => one.way - other.way).slice(0, mostFound);
}

/** Adds the moments of some videos to what is found, each with the first way in which something was. */
async function findInPart(
  call: MemberCall,
  db: Queryable,
  videos: readonly SearchedVideo[],
  ways: readonly Way[],
  holding: readonly ReadonlySet<string>[],
  found: Map<string, FoundMoments & { way: number }>,
): Promise<void> {
  const texts = await textsOfChapters(
    db,
    videos.map(({ id }) => id),
    ways,
  );
  for (const [n, way] of ways.entries())
    for (const each of await momentsIn(
      call,
      db,
      videos.filter(({ id }) => holding[n]!.has(id)),
      way,
      texts[n]!,
    )) {
      const before = found.get(each.uploadId);
      found.set(each.uploadId, {
        ...each,
        way: before?.way ?? n,
        total: (before?.total ?? 0) + each.total,
        moments: [...(before?.moments ?? []), ...each.moments].slice(0, mostOfOne),
      });
    }
}

async function momentsIn(
  call: MemberCall,
  db: Queryable,
  videos: readonly SearchedVideo[],
  way: Way,
  ofChapters: readonly ChapterText[],
): Promise<FoundMoments[]> {
  if (videos.length === 0) return [];
  const ids = videos.map(({ id }) => id);
  const texts = Map.groupBy(ofChapters, ({ video_id }) => video_id);
  const said = Map.groupBy(await linesOfEach(db, ids, way, mostLines), ({ video_id }) => video_id);
  const slides = Map.groupBy(await onSlides(db, ids, way), ({ video_id }) => video_id);
  const highlights = await highlightsWith(db, ids, (column) => standsInColumn(way, column));
  const chapters = await headingsOfAll(
    db,
    ids.filter((id) => texts.has(id) || said.has(id) || slides.has(id) || highlights.has(id)),
  );

  return videos.flatMap(({ id, title, playback_id }) => {
    const own = chapters.get(id) ?? [];
    const written = (texts.get(id) ?? []).map(
      ({ start_s, title: chapter, field, text, said: quoted, is_public }): Moment => ({
        field: field === 'title' ? 'chapter' : field,
        text,
        ...(field === 'quote' ? { is_public } : {}),
        start: Math.max(start_s, quoted ?? start_s),
        chapter,
      }),
    );
    const chapterAt = (start: number): string | null =>
      own.findLast((chapter) => chapter.start <= start)?.title ?? null;
    const shown = (slides.get(id) ?? []).map(({ start_s: start, end_s: end, text }): Moment => ({
      field: 'slide',
      text: text.replaceAll('\n', ' '),
      start,
      chapter: chapterAt(start),
      picture: mediaPaths.thumbnail(signForMember(call, playback_id), pictureTime({ start, end }), 320),
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

/**
 * Lines in their order, each with those around it, as far as the passage before does not tell them: `places` lines are
 * told.
 */
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
const onSlides = (db: Queryable, ids: readonly string[], way: Way) =>
  db
    .selectFrom('slides')
    .select(['video_id', 'start_s', 'end_s', 'text'])
    .where('video_id', 'in', ids)
    .where(standsInColumn(way, 'folded'))
    .orderBy('video_id')
    .orderBy('start_s')
    .execute();
