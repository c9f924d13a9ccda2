import type { TimeRange } from '../../ports/speech/port.ts';

/** Shorter stretches without words, in seconds, are breath, applause or a laugh. */
const shortestGap = 8;

/** Speech is not a solid block: stretches this close together, in seconds, are one. */
const breath = 2;

/** Words begin and end a little beside the sound of them. */
const margin = 0.5;

function merged(stretches: readonly TimeRange[], within: number): TimeRange[] {
  const result: TimeRange[] = [];
  for (const { start, end } of stretches.toSorted((one, other) => one.start - other.start)) {
    const last = result.at(-1);
    if (last && start - last.end <= within) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

/** The stretches where something was heard and no words stand, in order. */
export function findUncoveredRanges(heard: readonly TimeRange[], spoken: readonly TimeRange[]): TimeRange[] {
  const words = merged(
    spoken.map(({ start, end }) => ({ start: start - margin, end: end + margin })),
    0,
  );
  const silent: TimeRange[] = [];
  let from = 0;
  for (const { start, end } of [...words, { start: Infinity, end: Infinity }]) {
    if (start > from) silent.push({ start: from, end: start });
    from = Math.max(from, end);
  }
  const sounds = merged(heard, breath);
  return silent
    .flatMap((gap) =>
      sounds.map((sound) => ({ start: Math.max(gap.start, sound.start), end: Math.min(gap.end, sound.end) })),
    )
    .filter(({ start, end }) => end - start >= shortestGap);
}

/** Levels in decibels below full scale: nothing under the first counts as sound, everything over the second does. */
const quietest = -48;
const loudest = -26;

/** How far sound stands out from the background noise, in decibels. */
const aboveNoise = 9;

/** Where something is heard above the recording's own background noise. */
export function soundsIn(levels: readonly number[]): TimeRange[] {
  const noise = levels.toSorted((one, other) => one - other)[Math.floor(levels.length / 10)] ?? quietest;
  const threshold = Math.min(loudest, Math.max(quietest, noise + aboveNoise));
  return merged(
    levels.flatMap((level, n) => (level >= threshold ? [{ start: n / 10, end: (n + 1) / 10 }] : [])),
    0.5,
  );
}
