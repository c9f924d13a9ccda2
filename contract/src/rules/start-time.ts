const clock = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2}(?:\.\d+)?)$/;
const units = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?$/i;

/** Milliseconds, rounded up so that the link never opens just before what it means; less than one is the sum's error. */
const milliseconds = (seconds: number): number => Math.ceil(seconds * 1000 - 1e-3);

/** The query of a link to a moment, to the millisecond: what begins at 187.17 s is not reached at 187. */
export const momentSearch = (seconds: number): string => `?t=${milliseconds(Math.max(0, seconds)) / 1000}`;

/**
 * The query of a link to a moment that was found by words: there they are marked, and looked for further. With `slides`
 * the page opens with the slides.
 */
export const foundSearch = (seconds: number | null, words: string, place?: 'slides'): string =>
  `${seconds === null ? '?' : `${momentSearch(seconds)}&`}q=${encodeURIComponent(words)}${place ? `&in=${place}` : ''}`;

/**
 * The seconds a link's `?t=` stands for, in the ways people write it: `90`, `90s`, `1h2m3s`, `1:30`, `00:01:30`.
 * Undefined when it is none of them.
 */
export function parseStartTime(text: string | null): number | undefined {
  const [, hours, minutes, seconds] = clock.exec(text ?? '') ?? units.exec(text ?? '') ?? [];
  if (hours === undefined && minutes === undefined && seconds === undefined) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}
