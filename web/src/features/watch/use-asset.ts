import { ready } from '@lectern/contract/rules/pipeline';
import { type VideoAsset, videoRoutes } from '@lectern/contract/videos';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../session/call.ts';

/** Milliseconds (specification, section 9). */
const pollingInterval = 1000;

const isMoving = (video: VideoAsset | undefined): boolean =>
  video === undefined || video.steps.some(({ state }) => state === 'running' || state === 'waiting');

const isStuck = (video: VideoAsset): boolean =>
  video.steps.some(({ state }) => state === 'failed' || state === 'blocked') &&
  !video.steps.some(({ state }) => state === 'running') &&
  ready(video.steps).length === 0;

/** The video of an address, asked for every second until it has its chapters or waits for a person. */
export function useAsset(uploadId: string) {
  return useQuery({
    queryKey: ['video', uploadId],
    queryFn: async ({ signal }) => (await call(videoRoutes.asset, { uploadId }, { signal })).data,
    refetchInterval: ({ state: { data, error } }) =>
      error === null && isMoving(data) && !(data && isStuck(data)) ? pollingInterval : false,
  });
}

/** Saves texts of a video and shows them at once; what the server refuses is taken back. */
export function useSaveVideo(video: VideoAsset) {
  const queries = useQueryClient();
  return async (edits: {
    title?: string;
    description?: string;
    summary?: string;
    chapters?: VideoAsset['chapters'];
  }): Promise<void> => {
    const key = ['video', video.uploadId];
    await queries.cancelQueries({ queryKey: key });
    await call(videoRoutes.save, {
      passthrough: video.id,
      ...edits,
      ...(edits.chapters
        ? {
            chapters: edits.chapters.map(({ id, title, start, summary, quote, search }) => ({
              id,
              title,
              start,
              summary,
              quote,
              search,
            })),
          }
        : {}),
    });
    queries.setQueryData<VideoAsset>(key, (before) => before && { ...before, ...edits });
    await queries.invalidateQueries({ queryKey: ['videos'] });
  };
}
