import {
  findTextFaults,
  type NumberedTranscript,
  readForModel,
  type TextFault,
  tidySummary,
} from '@lectern/chaptering/draft/find-draft-faults';
import type { OutlineDraft } from '@lectern/chaptering/draft/place-chapters';
import type { Evidence } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/transcripts/cue';

/** Prepares a transcript for a model, or checks an answer about it. */
export type DraftTask = { cues: readonly Cue[]; evidence: Evidence } & (
  | { kind: 'read' }
  | { kind: 'judge'; draft: OutlineDraft }
  | { kind: 'summary'; draft: OutlineDraft; longest: number }
);

export default (task: DraftTask): NumberedTranscript | TextFault[] | string | undefined => {
  const { cues, evidence } = task;
  switch (task.kind) {
    case 'read':
      return readForModel(cues, evidence);
    case 'judge':
      return findTextFaults(cues, evidence, task.draft);
    case 'summary':
      return tidySummary(cues, evidence, task.draft, task.longest);
  }
};
