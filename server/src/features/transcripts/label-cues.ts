import type { Cue } from '@lectern/contract/transcripts/cue';
import type { SpeakerTurn } from '../../ports/speech/speakers/port.ts';
import type { Queryable } from '../../platform/database/database.ts';

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

/** Returns the speaker turns an engine heard in a video; undefined when none has listened. */
export async function speakerTurnsOf(db: Queryable, videoId: string): Promise<SpeakerTurn[] | undefined> {
  const row = await db.selectFrom('speaker_turns').select('turns').where('video_id', '=', videoId).executeTakeFirst();
  return row?.turns.map(([start, end, speaker]) => ({ start, end, speaker }));
}

/** Forgets who speaks when: another sound is heard from now on. */
export const dropTurns = (tx: Queryable, videoId: string): Promise<unknown> =>
  tx.deleteFrom('speaker_turns').where('video_id', '=', videoId).execute();

export async function keepTurns(
  tx: Queryable,
  videoId: string,
  identity: string,
  found: readonly SpeakerTurn[],
): Promise<void> {
  const turns = JSON.stringify(found.map(({ start, end, speaker }) => [start, end, speaker]));
  await tx
    .insertInto('speaker_turns')
    .values({ video_id: videoId, identity, turns })
    .onConflict((conflict) => conflict.column('video_id').doUpdateSet({ identity, turns }))
    .execute();
}

/** A cue with what stood in it before a person changed it, where one has. */
export type EditedCue = Cue & { heardText?: string; heardSpeaker?: string };

/** Seconds by which the same cue may begin elsewhere in another transcript of the same recording. */
const sameStart = 0.1;

/** A new transcript with the changes a person has made to an earlier one, wherever the same words come again. */
export function keepCueEdits(fresh: readonly Cue[], edited: readonly EditedCue[]): EditedCue[] {
  // A speaker who was renamed may have changed every cue of three hours.
  const bySecond = Map.groupBy(edited, ({ start }) => Math.floor(start));
  return fresh.map((cue) => {
    const seconds = new Set([cue.start - sameStart, cue.start + sameStart].map(Math.floor));
    const before = [...seconds]
      .flatMap((second) => bySecond.get(second) ?? [])
      .find(
        (other) =>
          Math.abs(other.start - cue.start) <= sameStart &&
          (other.heardText ?? other.text) === cue.text &&
          (other.heardSpeaker ?? other.speaker) === cue.speaker,
      );
    return before ? { ...before, start: cue.start, end: cue.end } : cue;
  });
}
