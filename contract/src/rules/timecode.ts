/** HH:MM:SS with hours 00-23, as the clip and screenshot tools ask for it. */
const strictTimecode = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;

/** Seconds of a strict HH:MM:SS time, or undefined when it is not one. */
export function parseTimecode(text: string): number | undefined {
  const match = strictTimecode.exec(text);
  return match ? Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]) : undefined;
}

const fraction = /\.\d{1,3}$/;

/**
 * Seconds of HH:MM:SS, with up to three digits of a fraction where one is given: 00:01:02.5. Undefined for anything
 * else.
 */
export function parseExactTimecode(text: string): number | undefined {
  const found = fraction.exec(text)?.[0] ?? '';
  const whole = parseTimecode(text.slice(0, text.length - found.length));
  // Thousandths first, so that the sum is the number nearest to what was written.
  return whole === undefined ? undefined : (whole * 1000 + Math.round(Number(found || 0) * 1000)) / 1000;
}

const pair = (value: number): string => String(value).padStart(2, '0');

/** HH:MM:SS of seconds, rounded down. */
export function formatTimecode(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  return `${pair(Math.floor(whole / 3600))}:${pair(Math.floor(whole / 60) % 60)}:${pair(whole % 60)}`;
}

/** HH:MM:SS of seconds, with a fraction where there is one; rounded down to the millisecond. */
export function formatExactTimecode(seconds: number): string {
  const milliseconds = Math.max(0, Math.floor(seconds * 1000 + 1e-3));
  const rest = milliseconds % 1000;
  const whole = formatTimecode(Math.floor(milliseconds / 1000));
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
}

/** MM:SS, or HH:MM:SS with hours. */
export function formatDuration(seconds: number): string {
  const text = formatTimecode(seconds);
  return seconds >= 3600 ? text : text.slice(3);
}

/** Characters of HH:MM:SS. */
const complete = 8;

/**
 * Filters typed times: digits with colons after 2 and 5 characters, 8 at most; after a complete time, a point or comma
 * and up to three fraction digits.
 */
export function typeTimecode(typed: string, previous = ''): string {
  const [start = '', ...rest] = typed.split(/[.,]/);
  const before = colonsIn(start);
  if (rest.length > 0 && before.length === complete) return `${before}.${rest.join('').replace(/\D/g, '').slice(0, 3)}`;
  const digits = colonsIn(typed);
  const growing = digits.length > previous.length;
  // Pasted without colons.
  const kept = growing ? digits.replace(/^\d{3,6}/, (run) => run.match(/\d{1,2}/g)!.join(':')) : digits;
  return growing && (kept.length === 2 || kept.length === 5) ? `${kept}:` : kept;
}

// Typing the colon that is already there gives one.
const colonsIn = (typed: string): string =>
  typed
    .replace(/[^\d:]/g, '')
    .replace(/:{2,}/g, ':')
    .slice(0, complete);

/** A quote is cued two seconds before its words begin, never before its chapter. */
export const quoteTimecode = (start: number, chapterStart: number): number => Math.max(chapterStart, start - 2);

/** Chapter pictures are taken five seconds into the chapter, where the new slide stands. */
export const chapterThumbnailTime = (start: number, duration: number): number =>
  Math.max(0, Math.min(start + 5, duration - 0.1));

/** About how long something is, in seconds below a minute, else in minutes. */
export function approximateDuration(seconds: number): { count: number; unit: 'second' | 'minute' } {
  const count = Math.max(1, Math.round(seconds));
  return count < 60 ? { count, unit: 'second' } : { count: Math.round(seconds / 60), unit: 'minute' };
}

/** Relative age: s, min, h, d, w (under 4 weeks), m (30-day months, under 12), y. Both in epoch seconds. */
export function relativeAge(created: number, now: number): string {
  const seconds = Math.max(0, Math.floor(now - created));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h`;
  const days = Math.floor(seconds / 86_400);
  if (days < 7) return `${days} d`;
  if (days < 28) return `${Math.floor(days / 7)} w`;
  const months = Math.floor(days / 30);
  if (months < 12) return `${Math.max(1, months)} m`;
  return `${Math.max(1, Math.floor(days / 365))} y`;
}
