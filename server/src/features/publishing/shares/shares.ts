import type { Readable } from 'node:stream';
import { Problem } from '@lectern/contract/problem';
import { parseStartTime } from '@lectern/contract/rules/start-time';
import { shareRoutes } from '@lectern/contract/publishing/shares';
import type { Context, HttpExchange } from '../../../platform/http/context.ts';
import { Finished } from '../../../platform/http/finished.ts';
import { type FailedPage, feature } from '../../../platform/http/serve.ts';
import { renderClosedPage } from '../portal/closed-page.ts';
import { loadRenderer } from '../portal/renderer.ts';
import { checkSharePassword } from './check-share-password.ts';
import { guestByPlaybackId } from './share-playback-id.ts';
import { guestByKey, findOpenShare } from './open-share.ts';
import { renderSharePage, writtenReply } from './page.ts';
import { countShareEvents } from './count-views.ts';
import { sharedVideo } from './view.ts';

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
