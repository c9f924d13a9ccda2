import { type SharePage, shareAddress } from '@lectern/contract/shares';
import type { Context } from '../../platform/context.ts';
import { escaped } from '../../platform/escaped.ts';
import { assetLinks, property, shorten } from '../portal/page-head.ts';
import type { Drawn } from '../portal/renderer.ts';
import { asScriptData } from '../portal/script-data.ts';

/** The page behind a link as HTML, taken over by the built app. Search engines are told to leave it out. */
export async function pageHtml(
  { render, script, preloads, styles }: Drawn<SharePage>,
  { origin, media }: Pick<Context<'capability'>, 'origin' | 'media'>,
  page: SharePage,
): Promise<string> {
  const { key, shared, brand } = page;
  const title = shared?.video.title ?? 'A recording behind a password';
  const description = shared && shorten(shared.video.description || (shared.part_of ?? ''));
  const drawn = await render(page);
  return `<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(`${title} · ${brand}`)}</title>
${[
  '<meta name="robots" content="noindex, nofollow">',
  property('og:type', 'video.other'),
  property('og:site_name', brand),
  property('og:title', title),
  property('og:url', `${origin}${shareAddress(key)}`),
  ...(description ? [property('og:description', description)] : []),
  ...(shared?.video.thumbnail ? [property('og:image', `${origin}${shared.video.thumbnail}`)] : []),
  ...assetLinks({ styles, preloads }, media),
].join('\n')}
</head>
<body>
<div id="share">${drawn}</div>
<script type="application/json" id="page">${asScriptData(page)}</script>
<script type="module" crossorigin src="${script}"></script>
</body>
</html>
`;
}
