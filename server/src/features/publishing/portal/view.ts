import { mediaPaths } from '@lectern/contract/playback/playback';
import type { Marking } from '@lectern/contract/videos/videos';
import type { Portal, PortalCard, PortalChapter, PortalVideo } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { quoteTimes } from '@lectern/contract/rules/quote-times';
import { chapterThumbnailTime } from '@lectern/contract/rules/timecode';
import type { World } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { publicChaptersOf } from '../../outline/chapters-of.ts';
import { quoteEnds } from '../../outline/chapters-of.ts';
import { markingsOf } from '../../outline/marking.ts';
import { isSaid } from '../../transcripts/cues.ts';
import { signPortalPlaybackId } from './open-portal.ts';
import { isDrawableOnCard } from './quote-card.ts';
import { buildPortalLogo } from './logo.ts';
import {
  chapterHeadingsOf,
  type OwnedPortal,
  type PortalCardRow,
  type PortalVideoRow,
  videosInPortal,
} from './store.ts';

/** Pixels: a card on a screen of double density. */
const cardWidth = 960;
const chapterWidth = 480;

const pictured = (video: PortalCardRow): boolean => video.kind === 'video' && video.has_thumbnail;

const thumbnail = (token: string, video: PortalCardRow, start: number, width: number): string | null =>
  pictured(video) ? portalPaths.thumbnail(token, video.key, chapterThumbnailTime(start, video.duration), width) : null;

type Heading = { title: string; start_seconds: number };

const asCard = (token: string, video: PortalCardRow, marking: Marking, chapters: readonly Heading[]): PortalCard => ({
  ...marking,
  key: video.key,
  title: video.title,
  description: video.description,
  kind: video.kind,
  duration: video.duration,
  created_at: Math.floor(video.created_at.getTime() / 1000),
  thumbnail: thumbnail(token, video, 0, cardWidth),
  chapters: [...chapters],
});

/** Builds the data that every page of a portal shows. */
export async function portalView({ database, brand }: Pick<World, 'database' | 'brand'>, row: OwnedPortal) {
  const videos = await videosInPortal(database.kysely, row.workspace_id);
  const ids = videos.map(({ id }) => id);
  const markingOf = await markingsOf(database.kysely, ids);
  const headings = Map.groupBy(await chapterHeadingsOf(database.kysely, ids), ({ video_id }) => video_id);
  const { token, title, theme, layout, font, show_quotes, show_downloads, answers_questions, ai_line } = row;
  const cards = videos.map((video) =>
    asCard(
      token,
      video,
      markingOf(video.id),
      (headings.get(video.id) ?? []).map((heading) => ({ title: heading.title, start_seconds: heading.start_s })),
    ),
  );
  const logo = buildPortalLogo(token, row.logo);
  return {
    token,
    title,
    brand,
    theme,
    layout,
    font,
    logo,
    show_quotes,
    show_downloads,
    answers_questions,
    ai_line,
    cards,
  } satisfies Portal;
}

type Shows = { show_quotes: boolean; hasCards: boolean };

/** The chapters of a video as visitors see them, without pictures; `hasCards`: quotes may be drawn as cards. */
export async function visibleChapters(
  db: Queryable,
  videoId: string,
  { show_quotes, hasCards }: Shows,
): Promise<PortalChapter[]> {
  const stored = await publicChaptersOf(db, videoId);
  const ends = await quoteEnds(db, videoId, stored);
  return stored.map(({ id, title, start, end, summary, quotes }) => ({
    id,
    title,
    start_seconds: start,
    end_seconds: end,
    summary,
    quotes: (show_quotes ? quotes : []).map((quote) => {
      const { from, to } = quoteTimes(quote, { start_seconds: start }, ends);
      const spoken = quote.spoken === undefined ? {} : { spoken: quote.spoken };
      return { text: quote.quote, ...spoken, start: from, end: to, card: hasCards && isDrawableOnCard(quote.quote) };
    }),
    thumbnail: null,
  }));
}

/** One video of a portal with everything its page shows but what is said in it (see `withTranscript`). */
export async function videoView(
  world: Pick<World, 'database' | 'signingKey' | 'now'>,
  portal: OwnedPortal,
  video: PortalVideoRow,
): Promise<PortalVideo> {
  const db = world.database.kysely;
  const { token, show_quotes } = portal;
  const [visible, said, markingOf] = await Promise.all([
    visibleChapters(db, video.id, { show_quotes, hasCards: true }),
    isSaid(db, video.id),
    markingsOf(db, [video.id]),
  ]);
  const chapters = visible.map((chapter) => ({
    ...chapter,
    thumbnail: thumbnail(token, video, chapter.start_seconds, chapterWidth),
  }));
  const grant = signPortalPlaybackId(world, token, video.key);
  const address = portalPaths.watch(token, video.key);
  const texts = said ? (['transcript.vtt', 'transcript.srt', 'transcript.txt'] as const) : [];
  return {
    ...asCard(token, video, markingOf(video.id), chapters),
    chapters,
    summary: video.summary,
    cues: [],
    playback_id: grant,
    captionsTrackId: video.captions_track_id,
    storyboard: video.storyboard ? mediaPaths.storyboard(grant) : null,
    downloads: portal.show_downloads
      ? [
          { label: 'Recording', url: `${address}/recording` },
          ...texts.map((kind) => ({
            label: `Transcript (${kind.split('.')[1]?.toUpperCase()})`,
            url: `${address}/text/${kind}`,
          })),
        ]
      : [],
  };
}
