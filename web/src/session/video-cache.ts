import type { VideoDetail } from '@lectern/contract/videos/videos';
import type { QueryClient } from '@tanstack/react-query';
import { saveInTurn } from './save-in-turn.ts';
import { replaceQueryData } from './replace-query-data.ts';

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
