import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Under which the page of a video keeps what it shows. */
export const videoKey = (uploadId: string) => ['video', uploadId] as const;

/**
 * Changes a video after all earlier saves and shows the result before later ones begin, so each works on the current
 * video.
 */
export const changeVideo = <A>(
  queries: QueryClient,
  { id, uploadId }: Pick<VideoDetail, 'id' | 'uploadId'>,
  change: (now: VideoDetail | undefined) => Promise<A>,
  changed: (answer: A) => VideoDetail | undefined,
): Promise<A> =>
  saveInTurn(id, async () => {
    const answer = await change(queries.getQueryData<VideoDetail>(videoKey(uploadId)));
    const video = changed(answer);
    if (video) await replaceQueryData(queries, videoKey(uploadId), video);
    return answer;
  });

/** Where the highlights of videos are kept: a line that is corrected changes those in it. */
export const highlightsKey = ['highlights'] as const;

/** Running saves by id of a video or other object; the next save waits, so that none overwrites another. */
const saving = new Map<string, Promise<unknown>>();

/** Saves something of it when everything before it is saved, or has failed. */
export async function saveInTurn<T>(id: string, save: () => Promise<T>): Promise<T> {
  const mine = (saving.get(id) ?? Promise.resolve()).catch(() => undefined).then(save);
  saving.set(id, mine);
  try {
    return await mine;
  } finally {
    // Nobody waits behind it: what was saved, a whole video, is held no longer.
    if (saving.get(id) === mine) saving.delete(id);
  }
}

/**
 * Puts the result of a change into a query. Cancels and restarts a fetch that began earlier, so it cannot restore the
 * old data.
 */
export async function replaceQueryData<T>(
  client: QueryClient,
  queryKey: QueryKey,
  changed: T | ((before: T | undefined) => T | undefined),
): Promise<void> {
  const one = { queryKey, exact: true };
  const looked = client.isFetching(one) > 0;
  await client.cancelQueries(one);
  client.setQueryData<T>(queryKey, changed);
  if (looked) void client.invalidateQueries(one);
}
