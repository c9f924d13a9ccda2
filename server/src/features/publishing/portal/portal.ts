import type { Readable } from 'node:stream';
import { type Portal, portalRoutes } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { Problem } from '@lectern/contract/problem';
import { chapterThumbnailTime } from '@lectern/contract/rules/timecode';
import { parseStartTime } from '@lectern/contract/rules/start-time';
import type { Context, HttpExchange } from '../../../platform/http/context.ts';
import { feature } from '../../../platform/http/serve.ts';
import { fileNameFrom } from '../../storage/signed-url.ts';
import { attachment } from '../../../platform/http/send-object.ts';
import { mediaEnding } from '../../storage/media-ending.ts';
import { sendRecording } from '../../storage/recording.ts';
import { textFile, loadVideoTexts } from '../../exports/downloads/text-file.ts';
import { playableOf } from '../../videos/renditions/playable.ts';
import { closedPortal, showPage } from './show-page.ts';
import { signPortalPlaybackId, openPortal, openVideo } from './open-portal.ts';
import { logoPicture } from './logo.ts';
import { buildOembed, oembedXml, portalPath } from './embed-code.ts';
import { renderPortalPage, type SharedQuote } from './page.ts';
import { quoteCard } from './quote-card.ts';
import { loadRenderer } from './renderer.ts';
import { searchPortal } from './search-portal.ts';
import { type OwnedPortal, type PortalVideoRow, videoInPortal } from './store.ts';
import { countPortalEvents } from './count-visits.ts';
import { portalView, videoView } from './view.ts';
import { escapeHtml } from '../../../platform/text/escape-html.ts';

/** Google's limit for the description of a video in a sitemap. Characters. */
const longest = 2048;

/** A portal's pages for search engines, with Google's video extension (sitemap-video/1.1). */
function sitemap(origin: string, { token, cards }: Portal): string {
  const page = (address: string, inside = ''): string =>
    `<url><loc>${escapeHtml(`${origin}${address}`)}</loc>${inside}</url>`;
  const videos = cards.map((card) => {
    const address = portalPaths.watch(token, card.key);
    if (card.thumbnail === null) return page(address);
    const tags = {
      thumbnail_loc: `${origin}${portalPaths.thumbnail(token, card.key, 5, 1280)}`,
      title: card.title,
      description: (card.description || card.title).slice(0, longest),
      player_loc: `${origin}${address}`,
      duration: String(Math.min(28_800, Math.max(1, Math.round(card.duration)))),
      publication_date: new Date(card.created_at * 1000).toISOString(),
    };
    const inside = Object.entries(tags).map(([name, text]) => `<video:${name}>${escapeHtml(text)}</video:${name}>`);
    return page(address, `<video:video>${inside.join('')}</video:video>`);
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:video="http://www.google.com/schemas/sitemap-video/1.1">',
    page(portalPaths.overview(token)),
    ...videos,
    '</urlset>',
    '',
  ].join('\n');
}

type Visitor = Context<'capability'>;

/** Seconds for which browsers and search engines keep a picture. */
const pictureAge = 'public, max-age=3600';

/** Sends a picture that other sites may show too. */
function sendPicture(
  { reply }: HttpExchange,
  type: 'image/jpeg' | 'image/png',
  picture: Buffer,
  age = pictureAge,
): void {
  void reply
    .type(type)
    .header('cache-control', age)
    .header('cross-origin-resource-policy', 'cross-origin')
    .send(picture);
}

/** Answers a page of a portal; `closedPortal` stands in where there is none. */
async function page(
  ctx: Visitor,
  wire: HttpExchange,
  token: string,
  make: (portal: OwnedPortal) => Promise<string | Readable>,
): Promise<void> {
  const portal = await openPortal(ctx, token);
  showPage(ctx, wire, { html: await make(portal), sites: portal.allowed_origins });
}

/** The webinar a portal begins with, where its first page is a player. */
async function firstOf(ctx: Visitor, row: OwnedPortal, { cards }: Portal): Promise<PortalVideoRow | undefined> {
  const [first] = row.layout === 'single' ? cards : [];
  return first && videoInPortal(ctx.database.kysely, row.workspace_id, first.key);
}

export const portal = feature(
  portalRoutes,
  {
    overview: (ctx, { token, q = '', in: only }, wire) =>
      page(ctx, wire, token, async (row) => {
        const [{ portal: drawn }, view] = await Promise.all([loadRenderer(ctx.webRoot), portalView(ctx, row)]);
        const keyword = q.trim();
        if (keyword.length < 2) {
          const video = await firstOf(ctx, row, view);
          const shown = video ? { video: await videoView(ctx, row, video) } : {};
          return renderPortalPage(drawn, ctx, row.accent, { page: { portal: view, ...shown }, video });
        }
        const { data: moments, totals } = await searchPortal(ctx, row, { keyword, only });
        const found = { keyword, moments, totals, ...(only === undefined ? {} : { only }) };
        return renderPortalPage(drawn, ctx, row.accent, { page: { portal: view, found } });
      }),

    watch: (ctx, { token, video: key, t, quote }, wire) =>
      page(ctx, wire, token, async (row) => {
        const { video } = await openVideo(ctx, token, key);
        const [{ portal: drawn }, view, shown] = await Promise.all([
          loadRenderer(ctx.webRoot),
          portalView(ctx, row),
          videoView(ctx, row, video),
        ]);
        const [chapterId = '', n = ''] = (quote ?? '').split('.');
        const chapter = shown.chapters.find(({ id }) => id === chapterId);
        const wanted = chapter?.quotes[Number(n)];
        const shared: SharedQuote | undefined =
          chapter && wanted?.card ? { quote: wanted, chapter: chapter.id, n: Number(n) } : undefined;
        const start = wanted?.start ?? parseStartTime(t ?? null);
        return renderPortalPage(drawn, ctx, row.accent, {
          page: { portal: view, video: shown },
          video,
          start,
          quote: shared,
        });
      }),

    async sitemap(ctx, { token }, { reply }) {
      const view = await portalView(ctx, await openPortal(ctx, token));
      void reply
        .type('application/xml; charset=utf-8')
        .header('cache-control', pictureAge)
        .send(sitemap(ctx.origin, view));
    },

    async logo(ctx, { token, hash }, wire) {
      const { workspace_id } = await openPortal(ctx, token);
      const picture = await logoPicture(ctx.database.kysely, workspace_id, hash);
      sendPicture(wire, 'image/png', picture, 'public, max-age=31536000, immutable');
    },

    async thumbnail(ctx, { token, video: key, time, width }, wire) {
      const { video } = await openVideo(ctx, token, key);
      const at = { time: Math.min(time, chapterThumbnailTime(video.duration, video.duration)), width };
      const picture = await ctx.media.thumbnail(playableOf(ctx, video), at, { turn: ctx.turn, signal: ctx.signal });
      if (!picture) throw new Problem('not_found');
      sendPicture(wire, 'image/jpeg', picture);
    },

    async quoteCard(ctx, { token, video: key, chapter, n, format, download }, wire) {
      const { portal: row, video } = await openVideo(ctx, token, key);
      const picture = await quoteCard(ctx, row, video, { chapter, n, format });
      if (download !== undefined)
        void wire.reply.header('content-disposition', attachment(fileNameFrom(video.title, ` quote ${format}.png`)));
      sendPicture(wire, 'image/png', picture);
    },

    async text(ctx, { token, video: key, kind }, { reply }) {
      const { portal: row, video } = await openVideo(ctx, token, key);
      if (!row.show_downloads) throw new Problem('not_found');
      const address = `${ctx.origin}${portalPaths.watch(token, key)}`;
      const { content, type, suffix } = await textFile(
        ctx,
        await loadVideoTexts(ctx.database.kysely, video),
        kind,
        address,
      );
      void reply
        .header('content-disposition', attachment(fileNameFrom(video.title, suffix)))
        .type(type)
        .send(typeof content === 'string' ? Buffer.from(content) : content);
    },

    async recording(ctx, { token, video: key }, wire) {
      const { portal: row, video } = await openVideo(ctx, token, key);
      if (!row.show_downloads) throw new Problem('not_found');
      await sendRecording(ctx, wire, video, fileNameFrom(video.title, mediaEnding(video.file_name)));
    },

    async oembed(ctx, { url, format, ...size }, { reply }) {
      const path = portalPath(ctx.origin, url);
      if (!path) throw new Problem('not_found');
      if (format !== 'json' && format !== 'xml') {
        // oembed.com: a format that is not there answers 501.
        void reply.code(501).send({ msg: 'Formats are json and xml.' });
        return;
      }
      const view = await portalView(ctx, await openPortal(ctx, path.token));
      const card = view.cards.find(({ key }) => key === path.key);
      if (path.key !== undefined && !card) throw new Problem('not_found');
      const answer = buildOembed(ctx.origin, view, card, size);
      void (format === 'json'
        ? reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
        : reply.type('text/xml; charset=utf-8').send(oembedXml(answer)));
    },

    async search(ctx, { token, q, in: only }) {
      return searchPortal(ctx, await openPortal(ctx, token), { keyword: q, only });
    },

    async playback(ctx, { token, video: key }) {
      await openVideo(ctx, token, key);
      return { playback_id: signPortalPlaybackId(ctx, token, key) };
    },

    async events(ctx, { token, events }, { request }) {
      const row = await openPortal(ctx, token);

      return { taken: await countPortalEvents(ctx, row, events, { ip: ctx.ip, agent: request.headers['user-agent'] }) };
    },
  },
  { overview: closedPortal, watch: closedPortal },
);
