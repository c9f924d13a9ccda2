import type { Word } from '../port.ts';

/** Names speakers by the order in which they begin to speak; nobody is named where only one is heard. */
export function nameSpeakers(words: readonly (Word & { label?: string | number | null | undefined })[]): Word[] {
  const names = new Map<string | number, string>();
  for (const { label } of words)
    if (label !== undefined && label !== null && !names.has(label)) names.set(label, `Speaker ${names.size + 1}`);
  return words.map(({ label, ...word }) => {
    const speaker = label === undefined || label === null || names.size < 2 ? undefined : names.get(label);
    return speaker === undefined ? word : { ...word, speaker };
  });
}
