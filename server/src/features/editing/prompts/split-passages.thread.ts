import { cutPassages } from '@lectern/chaptering/draft/cut-passages';
import type { Passage } from '@lectern/chaptering/draft/quote-spans';
import type { OutlineQuote } from '@lectern/chaptering/outline';
import type { Cue } from '@lectern/contract/transcripts/cue';

export type Cutting = {
  cues: readonly Cue[];
  stretch: { start: number; end: number };
  passages: readonly Passage[];
  most: number;
};

export default ({ cues, stretch, passages, most }: Cutting): OutlineQuote[] =>
  cutPassages(cues, stretch, passages, most);
