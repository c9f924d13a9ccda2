import type { Evidence } from '@lectern/chaptering/outline';
import { rankBoundaries } from '@lectern/chaptering/ranked-boundaries';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { StoredBoundaries } from '../../platform/database/stored-outline.ts';

export type RankBoundariesInput = {
  cues: readonly Cue[];
  evidence: Evidence;
  /** Seconds at which the chapters begin. */
  starts: readonly number[];
};

export default ({ cues, evidence, starts }: RankBoundariesInput): StoredBoundaries =>
  rankBoundaries(cues, evidence, starts);
