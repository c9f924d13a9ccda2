import type { VideoAsset } from '@lectern/contract/videos';
import type { QueryClient } from '@tanstack/react-query';

/** Under which the page of a video keeps what it shows. */
export const videoKey = (uploadId: string) => ['video', uploadId] as const;

/** Shows a video as a change has left it. A look that began before the change must not put the old one back. */
export async function showVideo(
  queries: QueryClient,
  uploadId: string,
  changed: VideoAsset | ((before: VideoAsset | undefined) => VideoAsset | undefined),
): Promise<void> {
  const queryKey = videoKey(uploadId);
  await queries.cancelQueries({ queryKey });
  queries.setQueryData<VideoAsset>(queryKey, changed);
}

/** Where the highlights of videos are kept: a line that is corrected changes those in it. */
export const highlightsKey = ['highlights'] as const;
