import { type VideoAsset, videoRoutes } from '@lectern/contract/videos/videos';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { videoKey } from '../../session/video-cache.ts';

/** The video of an address. */
export const assetQuery = (uploadId: string) =>
  queryOptions({
    queryKey: videoKey(uploadId),
    queryFn: async ({ signal }): Promise<VideoAsset> => (await call(videoRoutes.asset, { uploadId }, { signal })).data,
  });
