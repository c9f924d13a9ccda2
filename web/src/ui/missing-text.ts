import type { Video } from '@lectern/contract/videos/videos';
import { isWordless } from './pipeline-progress.tsx';

/** What stands in the place of a text that a video has not got, once it is not worked on any more. */
export const missingText = (what: 'description' | 'summary', video: Pick<Video, 'steps'>): string =>
  isWordless(video)
    ? `No ${what}: hardly anything is said here. You can write one.`
    : `No ${what} yet. You can write one.`;
