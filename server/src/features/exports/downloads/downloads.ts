import { downloadRoutes, type TextKind } from '@lectern/contract/exports/downloads';
import { Problem } from '@lectern/contract/problem';
import { feature } from '../../../platform/http/serve.ts';
import type { World } from '../../../platform/http/context.ts';
import { fileNameFrom, isSignedUrl, signUrl } from '../../storage/signed-url.ts';
import { attachment } from '../../../platform/http/send-object.ts';
import { ownVideo, videoForMember } from '../../videos/find-video.ts';
import { publicPage } from '../public-page.ts';
import { textFile, loadVideoTexts } from './text-file.ts';

const path = (passthrough: string, kind: TextKind): string => `/download/text/${passthrough}/${kind}`;

const page = async (ctx: World & { origin: string }, passthrough: string): Promise<string> =>
  `${ctx.origin}${await publicPage(ctx, passthrough)}`;

export const downloads = feature(downloadRoutes, {
  async textLink(ctx, { passthrough, kind }) {
    const db = ctx.database.kysely;
    const video = await ownVideo(db, ctx.workspace.id, passthrough);
    // Written here already, so that a refusal reaches the page and not the browser's downloads.
    await textFile(ctx, await loadVideoTexts(db, video), kind, await page(ctx, passthrough));
    return { url: signUrl(ctx, path(passthrough, kind)) };
  },

  async text(ctx, { passthrough, kind, ...signature }, { reply }) {
    if (!isSignedUrl(ctx, path(passthrough, kind), signature)) throw new Problem('not_found');
    const db = ctx.database.kysely;
    const video = await videoForMember(db, 'id', passthrough, signature.by);
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
