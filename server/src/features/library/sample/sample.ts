import { randomUUID } from 'node:crypto';
import { sampleRoutes } from '@lectern/contract/library/sample';
import { feature } from '../../../platform/http/serve.ts';
import { lockWorkspace } from '../../accounts/workspaces/workspace.ts';
import { createVideo } from '../../videos/create.ts';
import { startPipeline } from '../../videos/pipeline.ts';
import { sampleTitle } from './prebuilt-sample.ts';
import { findSampleVideoId } from './store.ts';
import { randomKey } from '../../../platform/files/random-key.ts';

export const sample = feature(sampleRoutes, {
  async addSample(ctx) {
    const workspaceId = ctx.workspace.id;
    return ctx.database.transaction(async (tx) => {
      await lockWorkspace(tx, workspaceId);
      const there = await findSampleVideoId(tx, workspaceId);
      if (there !== undefined) return { passthrough: there };
      const id = randomUUID();
      await createVideo(ctx, tx, {
        id,
        workspaceId,
        createdBy: ctx.member.id,
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
