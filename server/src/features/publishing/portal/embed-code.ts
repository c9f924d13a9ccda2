import type { EmbedCode } from '@lectern/contract/publishing/portal';
import { portalPaths } from '@lectern/contract/rules/portal-address';
import { escapeHtml } from '../../../platform/text/escape-html.ts';

/** Room a page reserves for the portal so that nothing shifts when it loads. */
const reserved = 'display:block;height:min(85vh,860px);min-height:520px';

const snippet = (origin: string, token: string, style: string): string =>
  `<script async src="${origin}/portal.js" data-portal="${token}"${style}></script>`;

/** A plain frame, for sites that forbid scripts. Its size is fixed: without a script nobody can tell the page. */
export const frameCode = (frame: { address: string; title: string; width: number | string; height: number }): string =>
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
