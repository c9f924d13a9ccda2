import type { NumberedTranscript, TextFault } from '@lectern/chaptering/draft/find-draft-faults';
import type { OutlineDraft } from '@lectern/chaptering/draft/place-chapters';
import type { Evidence } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/transcripts/cue';
import { inOwnPlace, inThread } from '../../platform/subprocess/thread.ts';
import type { DraftTask } from './draft.thread.ts';

/** A recording as the checks of a model's answers read it. */
type Material = { cues: readonly Cue[]; evidence: Evidence };

const run = <Result>(task: DraftTask, signal: AbortSignal): Promise<Result> =>
  inThread<Result>(new URL('./draft.thread.ts', import.meta.url), task, inOwnPlace(signal));

/** The lines of a transcript as they are numbered for a model, and where chapters may begin. For jobs. */
export const numberTranscript = (material: Material, signal: AbortSignal): Promise<NumberedTranscript> =>
  run({ ...material, kind: 'read' }, signal);

/** Finds the texts of a draft that cannot be shown. For jobs. */
export const judgeDraft = (material: Material, draft: OutlineDraft, signal: AbortSignal): Promise<TextFault[]> =>
  run({ ...material, kind: 'judge', draft }, signal);

/** The sentences of a summary that are proved; undefined when there is none. For jobs. */
export const proveSummary = (
  material: Material,
  draft: OutlineDraft,
  longest: number,
  signal: AbortSignal,
): Promise<string | undefined> => run({ ...material, kind: 'summary', draft, longest }, signal);
