import type { Readable } from 'node:stream';
import { type SharePage, sharePath } from '@lectern/contract/publishing/shares';
import type { Context } from '../../../platform/http/context.ts';
import { escapeHtml } from '../../../platform/text/escape-html.ts';
import { prependText } from '../../../platform/http/joined.ts';
import { pageEnd } from '../portal/page-end.ts';
import { assetLinks, property, shortenText, startData } from '../portal/page-head.ts';
import type { PageRenderer } from '../portal/renderer.ts';
import { withTranscript } from '../portal/with-transcript.ts';
import type { OpenShare } from './open-share.ts';
import type { Shared, SharedPage } from './share-page.thread.ts';

/** The page of a share link, its video if already shown, and the start from the URL in seconds. */
type Asked = { page: SharePage; opened: OpenShare; shown: Shared | undefined; start: number | undefined };

const thread = new URL('share-page.thread.ts', import.meta.url);

/** The page behind a link as HTML, taken over by the built app. Search engines are told to leave it out. */
export async function renderSharePage(
  { render, module, script, preloads, styles }: PageRenderer<SharePage>,
  ctx: Context<'capability'>,
  { page, opened: { share, video }, shown, start }: Asked,
): Promise<string | Readable> {
  const { origin, media } = ctx;
  const { key, brand } = page;
  const shared = shown?.shared;
  const title = shared?.video.title ?? 'A recording behind a password';
  const description = shared && shortenText(shared.video.description || (shared.part_of ?? ''));
  const head = `<!doctype html>
<html lang="en" data-theme="auto">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(`${title} · ${brand}`)}</title>
${[
  '<meta name="robots" content="noindex, nofollow">',
  property('og:type', 'video.other'),
  property('og:site_name', brand),
  property('og:title', title),
  property('og:url', `${origin}${sharePath(key)}`),
  ...(description ? [property('og:description', description)] : []),
  ...(shared?.video.thumbnail ? [property('og:image', `${origin}${shared.video.thumbnail}`)] : []),
  ...assetLinks({ styles, preloads }, media),
].join('\n')}
</head>
<body>
<div id="share"${startData(start)}>`;
  if (!shown) return head + pageEnd({ drawn: await render(page), page, script });
  const of = { ...shown, module, script, page } satisfies SharedPage;
  const { shows_transcript } = share;
  const { content } = await withTranscript(ctx, video, { thread, name: 'drawSharePage', of, shows_transcript });
  return prependText(head, content);
}

/** Writes the video of a share link as the reply of `open`. */
export const writtenReply = (
  ctx: Context<'capability'>,
  { share: { shows_transcript }, video }: OpenShare,
  of: Shared,
) => withTranscript(ctx, video, { thread, name: 'writeReply', of, shows_transcript });
