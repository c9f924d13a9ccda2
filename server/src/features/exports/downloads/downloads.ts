import { downloadRoutes, type TextKind } from '@lectern/contract/exports/downloads';
import { Problem } from '@lectern/contract/problem';
import { hour } from '@lectern/contract/rules/durations';
import { feature } from '../../../platform/http/serve.ts';
import type { World } from '../../../platform/http/context.ts';
import { sign, isSignatureValid } from '../../../platform/http/signing.ts';
import { fileNameFrom } from '../../storage/signed-url.ts';
import { attachment } from '../../../platform/http/send-object.ts';
import { ownVideo, activeVideoById } from '../../videos/find-video.ts';
import { publicPage } from '../public-page.ts';
import { textFile, loadVideoTexts } from './text-file.ts';

/** Milliseconds an address opens: long enough for a person, and for a browser that asks again. */
const lifetime = hour;

const path = (passthrough: string, kind: TextKind): string => `/download/text/${passthrough}/${kind}`;

const page = async (ctx: World & { origin: string }, passthrough: string): Promise<string> =>
  `${ctx.origin}${await publicPage(ctx, passthrough)}`;

export const downloads = feature(downloadRoutes, {
  async textLink(ctx, { passthrough, kind }) {
    const db = ctx.database.kysely;
    const video = await ownVideo(db, ctx.workspace.id, passthrough);
    // Written here already, so that a refusal reaches the page and not the browser's downloads.
    await textFile(ctx, await loadVideoTexts(db, video), kind, await page(ctx, passthrough));
    const expires = new Date(ctx.now().getTime() + lifetime);
    return { url: `${ctx.origin}${sign(ctx, path(passthrough, kind), expires)}` };
  },

  async text(ctx, { passthrough, kind, ...signature }, { reply }) {
    if (!isSignatureValid(ctx, path(passthrough, kind), signature, ctx.now())) throw new Problem('not_found');
    const db = ctx.database.kysely;
    const video = await activeVideoById(db, 'id', passthrough);
    if (!video) throw new Problem('not_found');
    const { content, type, suffix } = await textFile(
      ctx,
      await loadVideoTexts(db, video),
      kind,
      await page(ctx, passthrough),
    );
    void reply
      .header('content-disposition', attachment(fileNameFrom(video.title, suffix)))
      .header('cache-control', 'private, no-cache')
      .type(type)
      .send(content);
  },
});
