import type { Line } from '@lectern/chaptering/draft/numbered-lines';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { inOwnPlace, inThread } from '../../../platform/subprocess/thread.ts';

/** The lines of a transcript as they are numbered for a model, off the request thread. For jobs. */
export const linesIn = (cues: readonly Cue[], signal?: AbortSignal): Promise<Line[]> =>
  inThread<Line[]>(new URL('./lines.thread.ts', import.meta.url), cues, inOwnPlace(signal));
