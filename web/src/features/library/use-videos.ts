import { videoRoutes, type ListedVideo, type Video } from '@lectern/contract/videos/videos';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../session/call.ts';
import { useMember } from '../../session/stored-session.ts';
import { isWorking } from '../../ui/pipeline-progress.tsx';
import { changeListed, libraryQuery, moreVideosQuery, nextQuery } from './library-query.ts';

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

/** Further pages of the library, of which so many are wanted; nothing of them is asked for before. */
export function useMoreVideos(pages: number) {
  const { id: userId } = useMember();
  const { data: next = null } = useQuery(nextQuery);
  const { data, hasNextPage, isFetching, fetchNextPage, error } = useInfiniteQuery({
    ...moreVideosQuery(userId, next ?? ''),
    enabled: next !== null && pages > 0,
    refetchInterval: ({ state }) =>
      state.data?.pages.some((page) => page.data.some(isWorking)) ? listInterval : false,
  });
  const loaded = next === null ? [] : (data?.pages ?? []);
  useEffect(() => {
    if (loaded.length > 0 && loaded.length < pages && hasNextPage && !isFetching && !error) void fetchNextPage();
  }, [loaded.length, pages, hasNextPage, isFetching, error, fetchNextPage]);
  const isMissing = next !== null && pages > loaded.length;
  return {
    videos: loaded.slice(0, pages).flatMap((page) => page.data),
    hasMore: next !== null && (pages === 0 || loaded.length !== pages || hasNextPage),
    isLoading: isMissing && isFetching,
    /** Asks again for what did not come. */
    retry: isMissing && error ? fetchNextPage : undefined,
  };
}

/** Changes what the page shows of a video before the server's next answer. */
export function usePatchVideo(): (id: string, fields: Partial<Video>) => Promise<void> {
  const client = useQueryClient();
  return (id, fields) =>
    changeListed(client, (videos) => videos.map((video) => (video.id === id ? { ...video, ...fields } : video)));
}
