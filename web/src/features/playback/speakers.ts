import type { Cue } from '@lectern/contract/transcripts/cue';

/** Lists the speakers of a transcript with their cues, in order of first words. */
export function groupCuesBySpeaker(cues: readonly Cue[]): { name: string; cues: number[] }[] {
  const found = new Map<string, number[]>();
  for (const [n, { speaker }] of cues.entries()) {
    if (speaker === undefined) continue;
    const theirs = found.get(speaker);
    if (theirs) theirs.push(n);
    else found.set(speaker, [n]);
  }
  return Array.from(found, ([name, theirs]) => ({ name, cues: theirs }));
}
