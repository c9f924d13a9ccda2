const clock = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2}(?:\.\d+)?)$/;
const units = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?$/i;

/** The query of a link to a moment, in whole seconds. */
export const momentSearch = (seconds: number): string => `?t=${Math.floor(seconds)}`;

/**
 * The seconds a link's `?t=` stands for, in the ways people write it: `90`, `90s`, `1h2m3s`, `1:30`, `00:01:30`.
 * Undefined when it is none of them.
 */
export function parseStartTime(text: string | null): number | undefined {
  const [, hours, minutes, seconds] = clock.exec(text ?? '') ?? units.exec(text ?? '') ?? [];
  if (hours === undefined && minutes === undefined && seconds === undefined) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}
