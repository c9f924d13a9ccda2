import { randomUUID } from 'node:crypto';
import { sampleRoutes } from '@lectern/contract/library/sample';
import { feature } from '../../../platform/http/serve.ts';
import { lockMember } from '../../videos/plan-limit.ts';
import { createVideo } from '../../videos/create.ts';
import { startPipeline } from '../../videos/pipeline.ts';
import { sampleTitle } from './prebuilt-sample.ts';
import { findSampleVideoId } from './store.ts';
import { randomKey } from '../../../platform/files/random-key.ts';

export const sample = feature(sampleRoutes, {
  async addSample(ctx) {
    const userId = ctx.member.id;
    return ctx.database.transaction(async (tx) => {
      await lockMember(tx, userId);
      const there = await findSampleVideoId(tx, userId);
      if (there !== undefined) return { passthrough: there };
      const id = randomUUID();
      await createVideo(ctx, tx, {
        id,
        userId,
        assetId: randomKey(24),
        playbackId: randomKey(24),
        title: sampleTitle,
        fileName: null,
        byteSize: 0,
        isSample: true,
      });
      await startPipeline(ctx, tx, id);
      return { passthrough: id };
    });
  },
});
