import { type SharePage, shareAddress } from '@lectern/contract/shares';
import { escaped } from '../../platform/escaped.ts';
import type { Drawn } from '../portal/renderer.ts';
import { asScriptData } from '../portal/script-data.ts';

/** Characters of a description in a preview of a link. */
const longest = 300;

const shorten = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`);

/** The page behind a link as HTML, taken over by the built app. Search engines are told to leave it out. */
export async function pageHtml(
  { render, script, preloads, styles }: Drawn<SharePage>,
  origin: string,
  page: SharePage,
): Promise<string> {
  const { key, shared, brand } = page;
  const title = shared?.video.title ?? 'A recording behind a password';
  const description = shared && shorten(shared.video.description || (shared.part_of ?? ''));
  const property = (name: string, content: string): string => `<meta property="${name}" content="${escaped(content)}">`;
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
  '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
  '<script src="/portal-theme.js"></script>',
  ...styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
  ...preloads.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
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
