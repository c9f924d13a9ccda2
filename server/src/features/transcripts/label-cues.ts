import type { Cue } from '@lectern/contract/transcripts/cue';
import type { SpeakerTurn } from '../../ports/speech/speakers/port.ts';
import type { EditedCue } from './merge-cue-edits.ts';

/** Seconds between a cue and a turn that is still its own. */
const slack = 1;

/** The label of an unnamed speaker. */
const labelOf = (speaker: number): string => `Speaker ${speaker + 1}`;

export const isLabel = (name: string): boolean => /^Speaker \d+$/.test(name);

/** Whether a transcript says of no word who says it. */
export const hasNoSpeakers = (cues: readonly Cue[]): boolean => cues.every(({ speaker }) => speaker === undefined);

/**
 * Labels each cue with its main speaker. Named transcripts and lone unknown voices stay unlabelled. `known`: names by
 * voice; `edited`: cues changed in an earlier transcript.
 */
export function labelCues(
  cues: readonly Cue[],
  turns: readonly SpeakerTurn[],
  { known = new Map(), edited = [] }: { known?: ReadonlyMap<number, string>; edited?: readonly EditedCue[] } = {},
): EditedCue[] {
  const speakers = new Set(turns.map(({ speaker }) => speaker));
  const named =
    known.size > 0 || edited.some(({ heardSpeaker }) => heardSpeaker !== undefined && isLabel(heardSpeaker));
  if (!hasNoSpeakers(cues) || (speakers.size < 2 && !named)) return [...cues];
  let latest = 0;
  /** When the last of all turns up to this one ends. */
  const ended = turns.map(({ end }) => (latest = Math.max(latest, end)));
  let first = 0;
  return cues.map((cue) => {
    while (first < turns.length && ended[first]! < cue.start - slack) first += 1;
    const shares = new Map<number, number>();
    for (let n = first; n < turns.length && turns[n]!.start < cue.end + slack; n += 1) {
      const { start, end, speaker } = turns[n]!;
      const share = Math.min(end, cue.end) - Math.max(start, cue.start);
      if (share > -slack) shares.set(speaker, Math.max(0, shares.get(speaker) ?? 0) + share);
    }
    const [most] = [...shares].toSorted((one, other) => other[1] - one[1]);
    if (!most) return { ...cue };
    const name = known.get(most[0]);
    const label = labelOf(most[0]);
    return name === undefined ? { ...cue, speaker: label } : { ...cue, speaker: name, heardSpeaker: label };
  });
}

/** A transcript with the names that most cues of a label had in an earlier one, wherever that label stands. */
export function keepNames(cues: readonly EditedCue[], edited: readonly EditedCue[]): EditedCue[] {
  const counts = new Map<string, Map<string, number>>();
  for (const { speaker, heardSpeaker } of edited) {
    if (speaker === undefined || heardSpeaker === undefined || !isLabel(heardSpeaker)) continue;
    const names = counts.get(heardSpeaker) ?? new Map<string, number>();
    counts.set(heardSpeaker, names.set(speaker, (names.get(speaker) ?? 0) + 1));
  }
  return cues.map((cue) => {
    if (cue.speaker === undefined || cue.heardSpeaker !== undefined) return cue;
    const [best] = [...(counts.get(cue.speaker) ?? [])].toSorted((one, other) => other[1] - one[1]);
    return best ? { ...cue, speaker: best[0], heardSpeaker: cue.speaker } : cue;
  });
}
