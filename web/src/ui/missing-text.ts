import type { Video } from '@lectern/contract/videos/videos';
import { hasTooFewWords } from './pipeline-progress.tsx';

/** Placeholder for a text the video lacks, once processing has ended. */
export const missingText = (what: 'description' | 'summary', video: Pick<Video, 'steps'>): string =>
  hasTooFewWords(video)
    ? `No ${what}: hardly anything is said here. You can write one.`
    : `No ${what} yet. You can write one.`;
