import type { ClosedPage } from '@lectern/contract/publishing/portal';
import { Problem } from '@lectern/contract/problem';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import type { Context } from '../../../platform/http/context.ts';
import { escapeHtml } from '../../../platform/text/escape-html.ts';
import type { FailedPage } from '../../../platform/http/serve.ts';
import { accentStyle } from './page.ts';
import { assetLinks } from './page-head.ts';
import { loadRenderer } from './renderer.ts';
import { showPage } from './show-page.ts';
import { type OwnedPortal, portalByToken } from './store.ts';

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
