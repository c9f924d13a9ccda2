import type { Cue } from '@lectern/contract/cue';
import { lastBegun } from './last-begun.ts';

/** The line that is said at a time, or was last before it; the first one before any. By its place among the cues. */
export const lineAt = (cues: readonly Cue[], seconds: number): number =>
  lastBegun(cues.length, (n) => cues[n]!.start, seconds);
