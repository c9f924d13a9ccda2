import type { Voice } from './port.ts';

/** Cosine of the angle between two voices: 1 for the same one, about 0 for two people's. */
export const compareVoiceprints = (one: Voice, other: Voice): number =>
  one.reduce((sum, value, n) => sum + value * other[n]!, 0);

/** The direction in which weighed voices point together; undefined where they point nowhere. */
export function averageVoiceprints(voices: readonly { voice: Voice; weight: number }[]): Voice | undefined {
  const sum = Array.from(voices[0]?.voice ?? [], (_, n) =>
    voices.reduce((total, { voice, weight }) => total + voice[n]! * weight, 0),
  );
  const length = Math.hypot(...sum);
  return length > 0 && Number.isFinite(length) ? sum.map((value) => value / length) : undefined;
}

type Group = { members: number[]; voice: Voice; weight: number };

/** The nearest of the groups after one, and how near it is. */
type Nearest = { at: number; likeness: number };

/**
 * Groups voices by person: merges the two most similar groups until none reach `threshold`. `weight` is the time
 * heard. Returns each voice's group number.
 */
export function groupVoiceprints(heard: readonly { voice: Voice; weight: number }[], threshold: number): number[] {
  const groups = heard.map(({ voice, weight }, n): Group | undefined => ({ members: [n], voice, weight }));
  const nearestOf = (at: number): Nearest => {
    let found: Nearest = { at: -1, likeness: -Infinity };
    for (let other = at + 1; other < groups.length; other += 1) {
      if (!groups[other]) continue;
      const now = compareVoiceprints(groups[at]!.voice, groups[other]!.voice);
      if (now > found.likeness) found = { at: other, likeness: now };
    }
    return found;
  };
  const nearest = groups.map((_, at) => nearestOf(at));
  for (;;) {
    let best = -1;
    for (let at = 0; at < groups.length; at += 1)
      if (groups[at] && (best < 0 || nearest[at]!.likeness > nearest[best]!.likeness)) best = at;
    if (best < 0 || nearest[best]!.likeness < threshold) break;
    const gone = nearest[best]!.at;
    const [kept, other] = [groups[best]!, groups[gone]!];
    groups[best] = {
      members: [...kept.members, ...other.members],
      voice: averageVoiceprints([kept, other]) ?? kept.voice,
      weight: kept.weight + other.weight,
    };
    groups[gone] = undefined;
    for (let at = 0; at < groups.length; at += 1) {
      if (!groups[at]) continue;
      if (at === best || nearest[at]!.at === best || nearest[at]!.at === gone) nearest[at] = nearestOf(at);
      else if (at < best) {
        const now = compareVoiceprints(groups[at]!.voice, groups[best]!.voice);
        if (now > nearest[at]!.likeness) nearest[at] = { at: best, likeness: now };
      }
    }
  }
  const numbers: number[] = [];
  for (const [number, group] of groups.filter((each) => each !== undefined).entries())
    for (const member of group.members) numbers[member] = number;
  return numbers;
}
