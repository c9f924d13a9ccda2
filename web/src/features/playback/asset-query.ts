import { type VideoDetail, videoRoutes } from '@lectern/contract/videos/videos';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { videoKey } from '../../session/video-cache.ts';

/** The video of an address. */
export const assetQuery = (uploadId: string) =>
  queryOptions({
    queryKey: videoKey(uploadId),
    queryFn: async ({ signal }): Promise<VideoDetail> => (await call(videoRoutes.asset, { uploadId }, { signal })).data,
  });
