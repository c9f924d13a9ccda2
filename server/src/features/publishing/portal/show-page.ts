import type { Readable } from 'node:stream';
import { isSite } from '@lectern/contract/rules/web-origin';
import type { ClosedPage } from '@lectern/contract/publishing/portal';
import { Problem } from '@lectern/contract/problem';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { contentSecurityPolicy } from '../../../platform/http/content-security-policy.ts';
import type { Context, HttpExchange } from '../../../platform/http/context.ts';
import { escapeHtml } from '../../../platform/text/escape-html.ts';
import type { FailedPage } from '../../../platform/http/serve.ts';
import { accentStyle } from './page.ts';
import { assetLinks } from './page-frame.ts';
import { loadRenderer } from './renderer.ts';
import { type OwnedPortal, portalByToken } from './store.ts';

type Shown = {
  html: string | Readable;
  /** Origins that may show it in a frame; none: all may. */
  sites: readonly string[];
  status?: number;
};

/**
 * Sends a page that other sites may show in a frame. The origin stands beside 'self', which names nothing within a
 * sandboxed frame.
 */
export function showPage(
  { origin, media }: Pick<Context<'capability'>, 'origin' | 'media'>,
  { reply }: HttpExchange,
  shown: Shown,
): void {
  const own = ["'self'", new URL(origin).origin];
  const { sources } = media.provider ?? {};
  const policy = contentSecurityPolicy({
    'default-src': ["'none'"],
    'script-src': own,
    'style-src': [...own, "'unsafe-inline'"],
    'img-src': [...own, 'data:', ...(sources?.['img-src'] ?? [])],
    'font-src': own,
    'connect-src': [...own, ...(sources?.['connect-src'] ?? [])],
    'media-src': [...own, 'blob:', ...(sources?.['media-src'] ?? [])],
    'worker-src': [...own, 'blob:'],
    'base-uri': ["'none'"],
    'form-action': own,
    // Without the directive, sandboxed frames, whose origin names no site, may show the page too. Invalid sites saved
    // by an earlier version are left out.
    ...(shown.sites.length > 0 ? { 'frame-ancestors': [...own, ...shown.sites.filter(isSite)] } : {}),
  });
  void reply
    .code(shown.status ?? 200)
    .removeHeader('x-frame-options')
    .header('content-security-policy', policy)
    .header('cache-control', 'private, no-cache')
    .type('text/html; charset=utf-8')
    .send(shown.html);
}

/** Renders the page that visitors see when a page does not open, in the same design. */
export async function renderClosedPage(
  { webRoot, media }: Pick<Context<'capability'>, 'webRoot' | 'media'>,
  page: ClosedPage,
  look?: Pick<OwnedPortal, 'theme' | 'font' | 'accent'>,
): Promise<string> {
  const { render, styles } = (await loadRenderer(webRoot)).closed;
  return `<!doctype html>
<html lang="en" data-theme="${look?.theme ?? 'auto'}"${look ? ` data-font="${look.font}"` : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(page.text)}</title>
${[...assetLinks({ styles, preloads: [] }, media), ...(look ? [`<style>${accentStyle(look.accent)}</style>`] : [])].join('\n')}
</head>
<body>${await render(page)}</body>
</html>
`;
}

/** In place of a page of a portal: of one that is still there, with its title and in its look. */
export const closedPortal: FailedPage = async (ctx, wire, { code, status, text }) => {
  const { token = '' } = wire.request.params as { token?: string };
  // Where the server is in trouble it is not asked for more.
  const row = status < 500 && code !== 'not_found' ? await portalByToken(ctx.database.kysely, token) : undefined;
  const portal = row?.is_active ? row : undefined;
  const entered = portal && code === 'portal_video_gone' ? { address: portalPaths.overview(token) } : {};
  const page: ClosedPage = {
    what: code === 'portal_video_gone' ? 'webinar' : 'webinars',
    // A token that cannot be is one that is not there.
    text: code === 'not_found' ? new Problem('portal_gone').text : text,
    ...(portal ? { portal: { title: portal.title, ...entered } } : {}),
  };
  showPage(ctx, wire, { html: await renderClosedPage(ctx, page, portal), sites: row?.allowed_origins ?? [], status });
};
