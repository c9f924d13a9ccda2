import { type ListedVideo, videoRoutes } from '@lectern/contract/videos/videos';
import { type InfiniteData, infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { replaceQueryData } from '../../session/video-cache.ts';

/** Recordings of a page of the library. */
const limit = 100;

/** Where the second page begins, where there is one. */
const nextKey = ['videos-next'];

export const libraryQuery = (userId: string) =>
  queryOptions({
    queryKey: ['videos'],
    queryFn: async ({ signal, client }): Promise<ListedVideo[]> => {
      const { data, next = null } = await call(videoRoutes.list, { userId, page: 1, limit }, { signal });
      client.setQueryData<string | null>(nextKey, next);
      return data;
    },
  });

/** Holds what the library query says of it, and asks nobody. */
export const nextQuery = queryOptions({
  queryKey: nextKey,
  queryFn: (): string | null => null,
  staleTime: Infinity,
  enabled: false,
});

type Page = { data: ListedVideo[]; next?: string | undefined };
const moreKey = ['videos', 'more'] as const;

/** The pages behind the first, which ends with the recording `after`. */
export const moreVideosQuery = (userId: string, after: string) =>
  infiniteQueryOptions({
    queryKey: [...moreKey, after],
    queryFn: ({ signal, pageParam }): Promise<Page> =>
      call(videoRoutes.list, { userId, page: 1, limit, after: pageParam }, { signal }),
    initialPageParam: after,
    getNextPageParam: ({ next }) => next,
  });

const pagesIn = (client: QueryClient): ListedVideo[] =>
  client
    .getQueriesData<InfiniteData<Page>>({ queryKey: moreKey })
    .flatMap(([, known]) => known?.pages.flatMap(({ data }) => data) ?? []);

/** A recording as some page of the library shows it. */
export const listedVideo = (client: QueryClient, id: string): ListedVideo | undefined =>
  [...(client.getQueryData<ListedVideo[]>(['videos']) ?? []), ...pagesIn(client)].find((video) => video.id === id);

/** Changes what all pages of the library show, before the server's next answer. */
export async function changeListed(
  client: QueryClient,
  change: (videos: ListedVideo[]) => ListedVideo[],
): Promise<void> {
  await replaceQueryData<ListedVideo[]>(client, ['videos'], (videos) => videos && change(videos));
  client.setQueriesData<InfiniteData<Page>>(
    { queryKey: moreKey },
    (known) => known && { ...known, pages: known.pages.map((page) => ({ ...page, data: change(page.data) })) },
  );
}
