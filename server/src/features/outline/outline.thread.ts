import type { OutlineDraft } from '@lectern/chaptering/draft/place-chapters';
import { completeOutline } from '@lectern/chaptering/draft/complete-outline';
import { type Evidence, type Outline, outline } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/transcripts/cue';

export type DraftOutlineInput = {
  cues: readonly Cue[];
  evidence: Evidence;
  /** Quotes a chapter at most, and the terms they had better speak of. */
  quotes: number;
  preferred: readonly string[];
  /** The model's draft, if a model was asked. */
  draft?: OutlineDraft;
};

export default ({ cues, evidence, draft, ...wishes }: DraftOutlineInput): Outline =>
  draft ? completeOutline(cues, evidence, draft, wishes) : outline(cues, evidence, wishes);
