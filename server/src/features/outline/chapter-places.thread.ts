import type { Evidence } from '@lectern/chaptering/outline';
import { rankedPlaces } from '@lectern/chaptering/ranked-boundaries';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { RankedPlaces } from '../../platform/database/stored-outline.ts';

export type Ranked = {
  cues: readonly Cue[];
  evidence: Evidence;
  /** Seconds at which the chapters begin. */
  starts: readonly number[];
};

export default ({ cues, evidence, starts }: Ranked): RankedPlaces => rankedPlaces(cues, evidence, starts);
