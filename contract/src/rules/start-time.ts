const clock = /^(?:(\d{1,2}):)?(\d{1,2}):(\d{2}(?:\.\d+)?)$/;
const units = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?$/i;

/**
 * Milliseconds, rounded up so that the link never opens just before what it means; less than one is the sum's error.
 */
const milliseconds = (seconds: number): number => Math.ceil(seconds * 1000 - 1e-3);

/** The query of a link to a moment, to the millisecond: what begins at 187.17 s is not reached at 187. */
export const buildStartTimeQuery = (seconds: number): string => `?t=${milliseconds(Math.max(0, seconds)) / 1000}`;

const aboutChapters: ReadonlySet<string | undefined> = new Set([
  'chapter',
  'summary',
  'chapter title',
  'chapter summary',
]);

/**
 * Query of a link to a moment found by words, which are marked there. `field` opens slides, chapters or transcript;
 * highlights omit the words, being marked anyway.
 */
export function buildMomentQuery(seconds: number | null, words: string, field?: string): string {
  const parts = [
    ...(seconds === null ? [] : [buildStartTimeQuery(seconds).slice(1)]),
    ...(field === 'highlight' ? ['in=transcript'] : [`q=${encodeURIComponent(words)}`]),
    ...(field === 'slide' ? ['in=slides'] : []),
    ...(aboutChapters.has(field) ? ['in=chapters'] : []),
  ];
  return `?${parts.join('&')}`;
}

/**
 * The seconds a link's `?t=` stands for, in the ways people write it: `90`, `90s`, `1h2m3s`, `1:30`, `00:01:30`.
 * Undefined when it is none of them.
 */
export function parseStartTime(text: string | null): number | undefined {
  const [, hours, minutes, seconds] = clock.exec(text ?? '') ?? units.exec(text ?? '') ?? [];
  if (hours === undefined && minutes === undefined && seconds === undefined) return undefined;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
}
