import type { EmbedCode, Portal, PortalCard } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { escapeHtml } from '../../../platform/text/escape-html.ts';

/** Room a page reserves for the portal so that nothing shifts when it loads. */
const reserved = 'display:block;height:min(85vh,860px);min-height:520px';

const snippet = (origin: string, token: string, style: string): string =>
  `<script async src="${origin}/portal.js" data-portal="${token}"${style}></script>`;

/** A plain frame, for sites that forbid scripts. Its size is fixed: without a script nobody can tell the page. */
const frameCode = (frame: { address: string; title: string; width: number | string; height: number }): string =>
  `<iframe src="${escapeHtml(frame.address)}" title="${escapeHtml(frame.title)}" width="${frame.width}" height="${frame.height}" style="border:0;max-width:100%" allow="fullscreen; clipboard-write; picture-in-picture" allowfullscreen loading="lazy"></iframe>`;

/**
 * Builds the snippets an owner pastes into a site. The style reserves room until the script has run, so that nothing
 * shifts.
 */
export function embedCode(origin: string, { token, title }: { token: string; title: string }): EmbedCode {
  const page = `${origin}${portalPaths.overview(token)}`;
  return {
    token,
    page,
    code: snippet(origin, token, ` style="${reserved}"`),
    unstyled: { code: snippet(origin, token, ''), css: `script[data-portal]{${reserved}}` },
    iframe: frameCode({ address: page, title, width: '100%', height: 860 }),
  };
}

type OembedSize = { maxwidth?: number | undefined; maxheight?: number | undefined };

/** Pixels, where the asking site does not limit them. */
const full = { width: 1120, height: 720 };

/** Token and key of an address of this product; undefined for any other address. */
export function portalPath(origin: string, url: string): { token: string; key: string | undefined } | undefined {
  if (!URL.canParse(url) || new URL(url).origin !== origin) return undefined;
  const [, token, key] = /^\/portal\/([\w-]+)(?:\/([\w-]+))?\/?$/.exec(new URL(url).pathname) ?? [];
  return token === undefined ? undefined : { token, key };
}

/** Fields that version 1.0 of oembed.com requires for `video` and `rich`, within the size of the asking site. */
export function buildOembed(
  origin: string,
  portal: Portal,
  card: PortalCard | undefined,
  { maxwidth, maxheight }: OembedSize,
) {
  const width = Math.min(full.width, maxwidth ?? full.width);
  const height = Math.min(full.height, maxheight ?? full.height);
  const address = card ? portalPaths.watch(portal.token, card.key) : portalPaths.overview(portal.token);
  const title = card?.title ?? portal.title;
  const pictured = card ?? portal.cards[0];
  const still = { width: 640, height: 360 };
  const fits = still.width <= (maxwidth ?? still.width) && still.height <= (maxheight ?? still.height);
  return {
    version: '1.0',
    type: card ? ('video' as const) : ('rich' as const),
    title,
    provider_name: portal.brand,
    provider_url: origin,
    cache_age: 3600,
    width,
    height,
    html: frameCode({ address: `${origin}${address}`, title, width, height }),
    ...(pictured?.thumbnail && fits
      ? {
          thumbnail_url: `${origin}${portalPaths.thumbnail(portal.token, pictured.key, 5, still.width)}`,
          thumbnail_width: still.width,
          thumbnail_height: still.height,
        }
      : {}),
  };
}

/** The same as XML, for consumers that ask for it. */
export const oembedXml = (answer: object): string =>
  `<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<oembed>${Object.entries(answer)
    .map(([name, value]) => `<${name}>${escapeHtml(String(value))}</${name}>`)
    .join('')}</oembed>\n`;
