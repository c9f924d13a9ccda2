import type { OutlineQuote } from '@lectern/chaptering/outline-context';
import { extractPassageQuotes } from '@lectern/chaptering/draft/quote-spans';
import type { Passage } from '@lectern/chaptering/draft/quote-spans';
import type { Cue } from '@lectern/contract/transcripts/cue';

export type Cutting = {
  cues: readonly Cue[];
  stretch: { start: number; end: number };
  passages: readonly Passage[];
  most: number;
};

export default ({ cues, stretch, passages, most }: Cutting): OutlineQuote[] =>
  extractPassageQuotes(cues, stretch, passages, most);
