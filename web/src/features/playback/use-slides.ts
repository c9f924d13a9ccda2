import { slideRoutes, type Slide } from '@lectern/contract/outline/slides';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../session/call.ts';

/** The slides of a video; undefined where it has none with words, an empty list while they are still to be read. */
export function useSlides(video: VideoDetail): readonly Slide[] | undefined {
  const state = video.steps.find(({ step }) => step === 'slides')?.state;
  const { data } = useQuery({
    queryKey: ['slides', video.id, state],
    queryFn: async ({ signal }) => (await call(slideRoutes.slides, { passthrough: video.id }, { signal })).data,
    enabled: state === 'done',
  });
  if (state === 'running') return data ?? [];
  return data && data.length > 0 ? data : undefined;
}
