import type { TimeRange } from '../port.ts';
import type { PartSpeaker, SpeakerTurn, Voice } from './port.ts';
import { groupVoiceprints, compareVoiceprints, averageVoiceprints } from './voices.ts';

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
