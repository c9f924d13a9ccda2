import type { PortalPage, PortalQuote } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import type { Readable } from 'node:stream';
import type { Context } from '../../../platform/http/context.ts';
import { escapeHtml } from '../../../platform/text/escape-html.ts';
import { prependText } from '../../../platform/http/joined.ts';
import { pageEnd, assetLinks, property, shortenText, startData } from './page-frame.ts';
import { type PageRenderer, withTranscript } from './renderer.ts';
import type { PortalVideoRow } from './store.ts';
import { overviewData } from './structured-data.ts';
import type { VideoPage } from './video-page.thread.ts';

/** Quote shown by a shared link, with its card instead of the video's own. */
export type SharedQuote = { quote: PortalQuote; chapter: string; n: number };

/** Lightness is set so that text in the accent is readable on both papers, whatever colour the owner chose. */
export const accentStyle = (accent: string): string =>
  `:root{--accent:oklch(from ${accent} clamp(.3,l,.47) min(c,.17) h);--accent-strong:oklch(from ${accent} clamp(.22,l,.39) min(c,.15) h);--accent-wash:oklch(from ${accent} .93 min(c,.03) h)}` +
  `.dark{--accent:oklch(from ${accent} clamp(.79,l,.86) min(c,.1) h);--accent-strong:oklch(from ${accent} clamp(.86,l,.92) min(c,.08) h);--accent-wash:oklch(from ${accent} .3 min(c,.035) h)}`;

type Meta = { title: string; description: string; image?: string; size?: [number, number]; type: string };

function metaOf(origin: string, { portal, video, found }: PortalPage, shared: SharedQuote | undefined): Meta {
  if (!video) {
    const [first] = portal.cards;
    const titles = portal.cards.map(({ title }) => title).join(' · ');
    return {
      title: found ? `${found.keyword} · ${portal.title}` : portal.title,
      description: shortenText(titles || portal.title),
      type: 'website',
      ...(first?.thumbnail
        ? { image: `${origin}${portalPaths.thumbnail(portal.token, first.key, 5, 1200)}`, size: [1200, 675] }
        : {}),
    };
  }
  if (shared)
    return {
      title: `“${shortenText(shared.quote.text)}”`,
      description: `${video.title} · ${portal.title}`,
      image: `${origin}${portalPaths.quoteCard(portal.token, video.key, shared.chapter, shared.n, 'wide')}`,
      size: [1200, 630],
      type: 'video.other',
    };
  return {
    title: video.title,
    description: shortenText(video.description || video.title),
    type: 'video.other',
    ...(video.thumbnail
      ? { image: `${origin}${portalPaths.thumbnail(portal.token, video.key, 5, 1200)}`, size: [1200, 675] }
      : {}),
  };
}

type Asked = {
  page: PortalPage;
  /** Seconds where the address wants the video to begin. */
  start?: number | undefined;
  quote?: SharedQuote | undefined;
};

/** A page of a portal as HTML up to what is drawn of it, which says what `quote` and `start` ask for. */
function pageHead(
  { preloads, styles }: PageRenderer<PortalPage>,
  { origin, media }: Pick<Context<'capability'>, 'origin' | 'media'>,
  accent: string,
  { page, start, quote }: Asked,
): string {
  const { portal, video, found } = page;
  const meta = metaOf(origin, page, quote);
  const canonical = `${origin}${video ? portalPaths.watch(portal.token, video.key) : portalPaths.overview(portal.token)}`;
  const oembed = (format: string): string =>
    escapeHtml(`${origin}/oembed?format=${format}&url=${encodeURIComponent(canonical)}`);
  const named = (name: string, content: string): string => `<meta name="${name}" content="${escapeHtml(content)}">`;
  return `<!doctype html>
<html lang="en" data-font="${portal.font}" data-theme="${portal.theme}"${portal.theme === 'dark' ? ' class="dark"' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(video ? `${meta.title} · ${portal.title}` : meta.title)}</title>
${[
  named('description', meta.description),
  // Search results are not indexed as pages.
  named('robots', found ? 'noindex, follow' : 'index, follow, max-image-preview:large, max-video-preview:-1'),
  `<link rel="canonical" href="${escapeHtml(canonical)}">`,
  property('og:type', meta.type),
  property('og:site_name', portal.title),
  property('og:title', meta.title),
  property('og:description', meta.description),
  property('og:url', canonical),
  ...(meta.image
    ? [
        property('og:image', meta.image),
        property('og:image:width', String(meta.size?.[0])),
        property('og:image:height', String(meta.size?.[1])),
        property('og:image:alt', meta.title),
        named('twitter:image', meta.image),
      ]
    : []),
  named('twitter:card', meta.image ? 'summary_large_image' : 'summary'),
  named('twitter:title', meta.title),
  named('twitter:description', meta.description),
  `<link rel="alternate" type="application/json+oembed" href="${oembed('json')}" title="${escapeHtml(meta.title)}">`,
  `<link rel="alternate" type="text/xml+oembed" href="${oembed('xml')}" title="${escapeHtml(meta.title)}">`,
  `<link rel="sitemap" type="application/xml" href="${portalPaths.overview(portal.token)}/sitemap.xml">`,
  ...assetLinks({ styles, preloads }, media),
  `<style>${accentStyle(accent)}</style>`,
].join('\n')}
</head>
<body>
<div id="portal"${startData(start)}>`;
}

const videoPage = new URL('video-page.thread.ts', import.meta.url);

/** A page of a portal as HTML: complete for search engines and without scripts, taken over by the built portal. */
export async function renderPortalPage(
  drawn: PageRenderer<PortalPage>,
  ctx: Context<'capability'>,
  accent: string,
  { video: row, ...asked }: Asked & { video?: PortalVideoRow | undefined },
): Promise<string | Readable> {
  const { page } = asked;
  const { module, script } = drawn;
  const { origin } = ctx;
  const head = pageHead(drawn, ctx, accent, asked);
  const { video, portal } = page;
  if (!video || !row) {
    const data = overviewData({ origin, portal }, portal.cards);
    return head + pageEnd({ drawn: await drawn.render(page), page, script, data });
  }
  const of = { module, script, origin, page: { portal }, video } satisfies VideoPage;
  const making = { thread: videoPage, name: 'drawVideoPage', of, shows_transcript: true };
  return prependText(head, (await withTranscript(ctx, row, making)).content);
}
