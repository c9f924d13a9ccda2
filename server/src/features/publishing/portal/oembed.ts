import type { Portal, PortalCard } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { frameCode } from './embed-code.ts';
import { escapeHtml } from '../../../platform/text/escape-html.ts';

export type OembedSize = { maxwidth?: number | undefined; maxheight?: number | undefined };

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
