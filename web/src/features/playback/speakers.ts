import type { Cue } from '@lectern/contract/transcripts/cue';

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
