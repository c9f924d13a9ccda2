import { asScriptData } from '../../../platform/text/escape-html.ts';

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
