import { pictureTime, slideRoutes } from '@lectern/contract/outline/slides';
import { Problem } from '@lectern/contract/problem';
import { attachment } from '../../../platform/http/send-object.ts';
import { feature } from '../../../platform/http/serve.ts';
import { fileNameFrom, isSignedUrl, signUrl } from '../../storage/signed-url.ts';
import { playableOf } from '../../videos/renditions/playable.ts';
import { ownVideo, videoForMember } from '../../videos/find-video.ts';
import { slidesOf } from './stored-slides.ts';

/** Pixels of the pictures in a document: small print can be read, and a page has about 100 kB. */
const width = 1280;

const path = (passthrough: string): string => `/download/slides/${passthrough}`;

export const slides = feature(slideRoutes, {
  async slides(ctx, { passthrough }) {
    const { id } = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    return { data: await slidesOf(ctx.database.kysely, id) };
  },

  async slidesPdfLink(ctx, { passthrough }) {
    const { id } = await ownVideo(ctx.database.kysely, ctx.workspace.id, passthrough);
    if ((await slidesOf(ctx.database.kysely, id)).length === 0) throw new Problem('no_slides');
    return { url: signUrl(ctx, path(id)) };
  },

  async slidesPdf(ctx, { passthrough, ...signature }, { reply }) {
    if (!isSignedUrl(ctx, path(passthrough), signature)) throw new Problem('not_found');
    const video = await videoForMember(ctx.database.kysely, 'id', passthrough, signature.by);
    if (!video) throw new Problem('not_found');
    const found = await slidesOf(ctx.database.kysely, video.id);
    if (found.length === 0) throw new Problem('no_slides');
    const playable = playableOf(ctx, video);
    // The library takes a while to load: only who asks for a document waits for it.
    const { slidesDocument } = await import('./slides-document.ts');
    void reply
      .header('content-disposition', attachment(fileNameFrom(video.title, ' - slides.pdf')))
      .header('cache-control', 'private, no-cache')
      .type('application/pdf')
      .send(
        slidesDocument({ title: video.title, brand: ctx.brand }, found, (slide) =>
          ctx.media.thumbnail(playable, { time: pictureTime(slide), width }, { turn: ctx.turn, signal: ctx.signal }),
        ),
      );
  },
});
