import type { Cue } from '@lectern/contract/transcripts/cue';
import { lastStartedIndex } from './last-started-index.ts';

/** The line that is said at a time, or was last before it; the first one before any. By its place among the cues. */
export const lineAt = (cues: readonly Cue[], seconds: number): number =>
  lastStartedIndex(cues.length, (n) => cues[n]!.start, seconds);
