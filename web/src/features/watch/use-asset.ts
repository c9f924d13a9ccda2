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

type Edits = { title?: string; description?: string; summary?: string; chapters?: VideoAsset['chapters'] };

/** The save under way of each video: the next one begins after it, so that none overwrites another. */
const saving = new Map<string, Promise<void>>();

/** Saves texts of a video and shows them. `edit` is given the video as it is when its turn has come. */
export function useSaveVideo({ id, uploadId }: Pick<VideoAsset, 'id' | 'uploadId'>) {
  const queries = useQueryClient();
  const key = ['video', uploadId];
  const save = async (edit: (now: VideoAsset) => Edits): Promise<void> => {
    await queries.cancelQueries({ queryKey: key });
    const now = queries.getQueryData<VideoAsset>(key);
    if (!now) return;
    const edits = edit(now);
    await call(videoRoutes.save, {
      passthrough: id,
      ...edits,
    });
    queries.setQueryData<VideoAsset>(key, (before) => before && { ...before, ...edits });
    await queries.invalidateQueries({ queryKey: ['videos'] });
  };
  return (edit: (now: VideoAsset) => Edits): Promise<void> => {
    const mine = (saving.get(id) ?? Promise.resolve()).catch(() => undefined).then(() => save(edit));
    saving.set(id, mine);
    return mine;
  };
}
