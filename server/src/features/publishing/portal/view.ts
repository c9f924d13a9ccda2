import { mediaPaths } from '@lectern/contract/playback/playback';
import type { Portal, PortalCard, PortalChapter, PortalVideo } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { quoteTimes } from '@lectern/contract/rules/quote-times';
import { chapterThumbnailTime } from '@lectern/contract/rules/timecode';
import type { World } from '../../../platform/http/context.ts';
import type { ShownChapter } from '../../../platform/database/stored-outline.ts';
import { shownChaptersOf, quoteEnds } from '../../outline/chapters-of.ts';
import { publicQuotes } from '../../outline/verify-quotes.ts';
import { type CueEnds, isSaid } from '../../transcripts/cues.ts';
import { signPortalPlaybackId } from './portal-playback-id.ts';
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

const asCard = (token: string, video: PortalCardRow, chapters: readonly Heading[]): PortalCard => ({
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
  const videos = await videosInPortal(database.kysely, row.user_id);
  const ids = videos.map(({ id }) => id);
  const headings = Map.groupBy(await chapterHeadingsOf(database.kysely, ids), ({ video_id }) => video_id);
  const { token, title, theme, layout, font, show_quotes, show_downloads } = row;
  const cards = videos.map((video) =>
    asCard(
      token,
      video,
      (headings.get(video.id) ?? []).map((heading) => ({ title: heading.title, start_seconds: heading.start_s })),
    ),
  );
  const logo = buildPortalLogo(token, row.logo);
  return { token, title, brand, theme, layout, font, logo, show_quotes, show_downloads, cards } satisfies Portal;
}

function asChapter(
  { token, show_quotes }: OwnedPortal,
  video: PortalVideoRow,
  chapter: ShownChapter,
  ends: CueEnds,
): PortalChapter {
  const quotes = show_quotes ? publicQuotes(chapter.quotes) : [];
  return {
    id: chapter.id,
    title: chapter.title,
    start_seconds: chapter.start,
    end_seconds: chapter.end,
    summary: chapter.summary,
    quotes: quotes.map((quote) => {
      const { from, to } = quoteTimes(quote, { start_seconds: chapter.start }, ends);
      const shown = { text: quote.quote, start: from, end: to };
      return { ...shown, ...(quote.key ? { key: true } : {}), card: isDrawableOnCard(quote.quote) };
    }),
    thumbnail: thumbnail(token, video, chapter.start, chapterWidth),
  };
}

/** One video of a portal with everything its page shows but what is said in it (see `withTranscript`). */
export async function videoView(
  world: Pick<World, 'database' | 'signingKey' | 'now'>,
  portal: OwnedPortal,
  video: PortalVideoRow,
): Promise<PortalVideo> {
  const db = world.database.kysely;
  const [stored, said] = await Promise.all([shownChaptersOf(db, video.id), isSaid(db, video.id)]);
  const ends = await quoteEnds(db, video.id, stored);
  const chapters = stored.map((chapter) => asChapter(portal, video, chapter, ends));
  const grant = signPortalPlaybackId(world, portal.token, video.key);
  const address = portalPaths.watch(portal.token, video.key);
  const texts = said ? (['transcript.vtt', 'transcript.srt', 'transcript.txt'] as const) : [];
  return {
    ...asCard(portal.token, video, chapters),
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
