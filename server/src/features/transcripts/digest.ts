import { createHash } from 'node:crypto';
import type { Cue } from '@lectern/contract/transcripts/cue';

/** Tells transcripts apart by what is said when and by whom. */
export function digestOf(cues: readonly Cue[]): string {
  const hash = createHash('sha256');
  for (const { start, end, text, speaker } of cues) hash.update(`${start}\t${end}\t${speaker ?? ''}\t${text}\n`);
  return hash.digest('base64url');
}
