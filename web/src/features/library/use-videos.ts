import { videoRoutes, type ListedVideo, type Video } from '@lectern/contract/videos/videos';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { replaceQueryData } from '../../session/video-cache.ts';
import { useMember } from '../../session/stored-session.ts';
import { isWorking } from '../../ui/pipeline-progress.tsx';
import { libraryQuery } from './library-query.ts';

/** Milliseconds (specification section 9). */
const newestInterval = 1_000;
/** The other cards only show how far their pipeline is. */
const listInterval = 3_000;

/**
 * The caller's videos, newest first. Reloads the newest every second until its thumbnail exists, and the whole list
 * more slowly while work is in progress.
 */
export function useVideos() {
  const { id: userId } = useMember();
  const client = useQueryClient();
  const list = useQuery({
    ...libraryQuery(userId),
    refetchInterval: ({ state }) => (state.data?.some(isWorking) ? listInterval : false),
  });
  const newest = list.data?.[0];
  useQuery({
    queryKey: ['newest', newest?.uploadId],
    enabled: newest !== undefined && newest.thumbnail === null && isWorking(newest),
    refetchInterval: newestInterval,
    queryFn: async ({ signal }) => {
      const { data } = await call(videoRoutes.asset, { uploadId: newest?.uploadId ?? '' }, { signal });
      client.setQueryData<ListedVideo[]>(['videos'], (videos) =>
        videos?.[0]?.id === data.id
          ? [{ ...data, chapter_starts: data.chapters.map(({ start_seconds }) => start_seconds) }, ...videos.slice(1)]
          : videos,
      );
      return data.progress;
    },
  });
  return list;
}

/** Changes what the page shows of a video before the server's next answer. */
export function usePatchVideo(): (id: string, fields: Partial<Video>) => Promise<void> {
  const client = useQueryClient();
  return (id, fields) =>
    replaceQueryData<Video[]>(client, ['videos'], (videos) =>
      videos?.map((video) => (video.id === id ? { ...video, ...fields } : video)),
    );
}
