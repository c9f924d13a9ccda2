import type { Voice, PartSpeaker, SpeakerTurn } from './port.ts';
import type { TimeRange } from '../port.ts';

/** Voices at least this alike are one person's. */
const sameVoice = 0.5;

/** Seconds that must be heard of a voice to say that it is nobody else's. */
const enough = 5;

/** Turns of one speaker this close together, in seconds, are one. */
const breath = 0.5;

const secondsOf = (turns: readonly TimeRange[]): number => turns.reduce((sum, { start, end }) => sum + end - start, 0);

/**
 * Combines the speakers of all parts. A speaker who is hardly heard is merged into the most similar other one, if any.
 */
export function wholeSpeakers(parts: readonly (readonly PartSpeaker[])[]): { turns: SpeakerTurn[]; voices: Voice[] } {
  const heard = parts.flat().map((one) => ({ ...one, weight: secondsOf(one.turns) }));
  const numbers = groupVoiceprints(heard, sameVoice);
  const groups = [...Map.groupBy(heard, (_, n) => numbers[n]!).values()].map((members) => ({
    turns: members.flatMap(({ turns }) => turns),
    voice: averageVoiceprints(members) ?? members[0]!.voice,
    weight: members.reduce((sum, { weight }) => sum + weight, 0),
  }));
  const speakers = groups.filter(({ weight }) => weight >= enough);
  const kept = speakers.length > 0 ? speakers : groups;
  for (const group of groups.filter((each) => !kept.includes(each)))
    kept
      .reduce((best, other) =>
        compareVoiceprints(group.voice, other.voice) > compareVoiceprints(group.voice, best.voice) ? other : best,
      )
      .turns.push(...group.turns);
  const firstWord = (turns: readonly TimeRange[]): number => Math.min(...turns.map(({ start }) => start));
  const inOrder = kept.toSorted((one, other) => firstWord(one.turns) - firstWord(other.turns));
  return {
    turns: inOrder
      .flatMap(({ turns }, speaker) => joined(turns).map((turn) => ({ ...turn, speaker })))
      .toSorted((one, other) => one.start - other.start),
    voices: inOrder.map(({ voice }) => voice),
  };
}

function joined(turns: readonly TimeRange[]): TimeRange[] {
  const found: TimeRange[] = [];
  for (const { start, end } of turns.toSorted((one, other) => one.start - other.start)) {
    const last = found.at(-1);
    if (last && start - last.end <= breath) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

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
