import { maxTime } from './caption-file.ts';

/** Seconds of a unit in which the numbers of a file may be, and what people call it. */
const units = [
  { unit: 1, name: 'seconds' },
  { unit: 1e-3, name: 'milliseconds' },
  { unit: 1e-6, name: 'microseconds' },
  { unit: 1e-7, name: 'ticks of 100 nanoseconds' },
  { unit: 1e-9, name: 'nanoseconds' },
] as const;
export type Unit = (typeof units)[number];
/** Letters a second at which people talk; a letter of a script without an alphabet says as much as three. */
const ordinaryPace = 15;
const wordy = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
/**
 * Seconds that a file with times in less than seconds lasts at least, and that captions may end after the recording.
 */
const shortest = 1;
const late = 60;

/** Numbers of one file. Without lengths, people talk from the first start to the last. */
type Numbers = { starts: readonly number[]; lengths: readonly number[]; said: readonly string[] };

/**
 * Guesses the unit of numbers without one: fractions are seconds; for others, the unit that gives an ordinary speaking
 * pace and fills the recording's known duration.
 */
export function guessTimeUnit({ starts, lengths, said }: Numbers, duration: number | undefined): Unit {
  const last = starts.reduce((one, other) => Math.max(one, other), 0);
  const end = starts.reduce((one, other, n) => Math.max(one, other + (lengths[n] ?? 0)), last);
  const latest = duration ? duration + late : maxTime;
  const isPrecise = starts.some((start) => !Number.isInteger(start)) || lengths.some((each) => !Number.isInteger(each));
  if (isPrecise && last <= latest) return units[0];
  const letters = said.reduce((sum, text) => sum + text.length + 2 * (text.match(wordy)?.length ?? 0), 0);
  const spoken = lengths.reduce((sum, length) => sum + Math.max(0, length), 0) || last - (starts[0] ?? 0);
  const far = ({ unit }: Unit): number =>
    Math.abs(Math.log(letters / (spoken * unit) / ordinaryPace)) +
    (duration && end > 0 ? 2 * Math.abs(Math.log((end * unit) / duration)) : 0);
  const possible = units.filter(({ unit }) => last * unit <= latest && (unit === 1 || end * unit >= shortest));
  if (possible.length === 0 || letters === 0 || spoken <= 0) return units[0];
  return possible.toSorted((one, other) => far(one) - far(other))[0]!;
}

/** The unit that the name of a column or key tells. */
export function namedUnit(name: string): Unit | undefined {
  if (/ticks$/i.test(name)) return units[3];
  if (/(?:milli(?:second)?s?|(?:[a-z_ ([]|^)ms\b.?)$/i.test(name.trim())) return units[1];
  if (/(?:micro(?:second)?s?|[µμ]s\b.?|_us)$/i.test(name.trim())) return units[2];
  if (/(?:nano(?:second)?s?|_ns)$/i.test(name.trim())) return units[4];
  return /(?:sec(?:ond)?s?|[_ ([]s\b.?)$/i.test(name.trim()) ? units[0] : undefined;
}
