import { escapeHtml, asScriptData } from '../../../platform/text/escape-html.ts';
import type { World } from '../../../platform/http/context.ts';
import type { PageRenderer } from './renderer.ts';

/** Characters of a description in a preview of a link. */
const longest = 300;

export const shortenText = (text: string): string =>
  text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;

/** A property of Open Graph. */
export const property = (name: string, content: string): string =>
  `<meta property="${name}" content="${escapeHtml(content)}">`;

/** Where an address wants the video to begin, in seconds. It is beside what is drawn, which is kept for all moments. */
export const startData = (start: number | undefined): string => (start === undefined ? '' : ` data-start="${start}"`);

/** Icon, theme, what a page of the built app loads at once, and whether it lets playing be measured. */
export const assetLinks = (
  { styles, preloads }: Pick<PageRenderer<never>, 'styles' | 'preloads'>,
  { provider }: World['media'],
): string[] => [
  ...(provider?.dataKey ? [`<meta name="mux-data" content="${escapeHtml(provider.dataKey)}">`] : []),
  '<link rel="icon" href="/icon.svg" type="image/svg+xml">',
  '<script src="/portal-theme.js"></script>',
  ...styles.map((file) => `<link rel="stylesheet" crossorigin href="${file}">`),
  ...preloads.map((file) => `<link rel="modulepreload" crossorigin href="${file}">`),
];

type End = {
  /** HTML drawn by the built app, and the data it takes the page over with. */
  drawn: string;
  page: object;
  /** Address of the built script. */
  script: string;
  /** schema.org. Search engines read it anywhere in a page. */
  data?: object;
};

/** The rest of a page, from what is drawn of it on. */
export const pageEnd = ({ drawn, page, script, data }: End): string =>
  `${drawn}</div>
${data ? `<script type="application/ld+json">${asScriptData(data)}</script>\n` : ''}<script type="application/json" id="page">${asScriptData(page)}</script>
<script type="module" crossorigin src="${script}"></script>
</body>
</html>
`;
