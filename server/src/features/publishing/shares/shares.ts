import type { Readable } from 'node:stream';
import { Problem } from '@lectern/contract/problem';
import { parseStartTime } from '@lectern/contract/rules/start-time';
import { shareRoutes, type SharePage, sharePath } from '@lectern/contract/publishing/shares';
import type { Context, HttpExchange, Guest } from '../../../platform/http/context.ts';
import { Finished } from '../../../platform/http/finished.ts';
import { type FailedPage, feature } from '../../../platform/http/serve.ts';
import { renderClosedPage } from '../portal/show-page.ts';
import { loadRenderer, type PageRenderer, withTranscript } from '../portal/renderer.ts';
import { guestByPlaybackId, guestByKey, findOpenShare, type OpenShare } from './open-share.ts';
import { countShareEvents } from './count-views.ts';
import { sharedVideo } from './view.ts';
import { createSemaphore } from '../../../platform/limits/semaphore.ts';
import { type RateLimit, ofNetworkAndSite, siteForIp, withRateLimits } from '../../../platform/limits/rate-limit.ts';
import { verifyPassword } from '../../accounts/passwords.ts';
import type { ShareRow } from './store.ts';
import { escapeHtml } from '../../../platform/text/escape-html.ts';
import { prependText } from '../../../platform/http/joined.ts';
import { pageEnd, assetLinks, property, shortenText, startData } from '../portal/page-frame.ts';
import type { Shared, SharedPage } from './share-page.thread.ts';

/** The page of a share link, its video if already shown, and the start from the URL in seconds. */
type Asked = { page: SharePage; opened: OpenShare; shown: Shared | undefined; start: number | undefined };

const thread = new URL('share-page.thread.ts', import.meta.url);

/** The page behind a link as HTML, taken over by the built app. Search engines are told to leave it out. */
async function renderSharePage(
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
const writtenReply = (ctx: Context<'capability'>, { share: { shows_transcript }, video }: OpenShare, of: Shared) =>
  withTranscript(ctx, video, { thread, name: 'writeReply', of, shows_transcript });

/** Wrong passwords of one network for one link, for whatever links, and of all networks for one link. */
const ofNetwork: RateLimit = { name: 'share/network', tries: 10, minutes: 15 };
const fromNetwork: RateLimit = { name: 'share/any', tries: 100, minutes: 15 };
const ofShare: RateLimit = { name: 'share/all', tries: 300, minutes: 60 };

/**
 * Counts tries before checking and returns right ones. Few at once keep an office behind one network from counting as
 * failures, and bound hashing memory (19 MiB each).
 */
const inTurn = createSemaphore({ maxConcurrent: 4, maxQueued: 256, maxPerOwner: 64 });

const isWrong = (error: unknown): boolean => error instanceof Problem && error.code === 'share_password_wrong';

/**
 * Admits as guest whoever knows the password of a link, or everybody where it has none. Throws `share_locked`,
 * `share_password_wrong`, `too_many_tries` and `busy`; right passwords use nothing up.
 */
async function checkSharePassword(
  ctx: Pick<Context<'anyone'>, 'database' | 'now' | 'passwordCost' | 'ip' | 'signal'>,
  { id, password_hash }: Pick<ShareRow, 'id' | 'password_hash'>,
  password: string | undefined,
): Promise<Guest> {
  const { database, ip, now } = ctx;
  const guest: Guest = { kind: 'guest', shareId: id };
  if (password_hash === null) return guest;
  if (!password) throw new Problem('share_locked');
  const limits = [
    ...ofNetworkAndSite(ofNetwork, ip, `${id} `),
    ...ofNetworkAndSite(fromNetwork, ip),
    [ofShare, id] as const,
  ];
  const work = async (): Promise<void> => {
    if (!(await verifyPassword(ctx, password_hash, password))) throw new Problem('share_password_wrong');
  };
  await inTurn(() => withRateLimits(database.kysely, limits, now(), { isFailure: isWrong, work }), {
    owner: siteForIp(ip),
    signal: ctx.signal,
  });
  return guest;
}

function show({ reply }: HttpExchange, html: string | Readable, status = 200): void {
  void reply
    .code(status)
    .header('cache-control', 'private, no-cache')
    .header('x-robots-tag', 'noindex, nofollow')
    .type('text/html; charset=utf-8')
    .send(html);
}

/** The page as viewers get it: behind a password nothing but the question for it. */
async function pageOf(ctx: Context<'capability'>, key: string, t: string | undefined): Promise<string | Readable> {
  const opened = await findOpenShare(ctx, key);
  const guest = guestByKey(opened.share);
  const [{ share }, shown] = await Promise.all([loadRenderer(ctx.webRoot), guest && sharedVideo(ctx, opened, guest)]);
  const start = parseStartTime(t ?? null) ?? shown?.shared.part?.start;
  return renderSharePage(share, ctx, { page: { key, brand: ctx.brand }, opened, shown, start });
}

/** In place of a page behind a link. A key that cannot be is one that is not there. */
const closedShare: FailedPage = async (ctx, wire, { code, status, text }) => {
  const said = code === 'not_found' ? new Problem('share_unknown').text : text;
  show(wire, await renderClosedPage(ctx, { what: 'recording', text: said, brand: ctx.brand }), status);
};

export const shares = feature(
  shareRoutes,
  {
    page: async (ctx, { key, t }, wire) => show(wire, await pageOf(ctx, key, t)),

    async open(ctx, { key, password }) {
      const opened = await findOpenShare(ctx, key);
      const guest = await checkSharePassword(ctx, opened.share, password);
      return new Finished(await writtenReply(ctx, opened, await sharedVideo(ctx, opened, guest)));
    },

    async events(ctx, { key, events, playback_id: grant = '' }, { request }) {
      const { share, video } = await findOpenShare(ctx, key);
      const guest = guestByKey(share) ?? guestByPlaybackId(ctx, grant);
      if (guest?.shareId !== share.id) throw new Problem('share_locked');
      return {
        taken: countShareEvents(ctx, { share, video }, events, { ip: ctx.ip, agent: request.headers['user-agent'] }),
      };
    },
  },
  { page: closedShare },
);
