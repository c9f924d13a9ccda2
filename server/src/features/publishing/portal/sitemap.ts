import type { Portal } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { escapeHtml } from '../../../platform/text/escape-html.ts';

/** Google's limit for the description of a video in a sitemap. Characters. */
const longest = 2048;

/** A portal's pages for search engines, with Google's video extension (sitemap-video/1.1). */
export function sitemap(origin: string, { token, cards }: Portal): string {
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
