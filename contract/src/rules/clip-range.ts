import { parseExactTimecode } from './timecode.ts';

export type ClipRange =
  | { ok: true; start: number; end: number }
  | { ok: false; code: 'clip_times_invalid' | 'clip_order' | 'clip_beyond_end'; message: string };

/**
 * The clip tool's rule, for page and server: HH:MM:SS, fractions allowed. `duration` in seconds; an end equal to it is
 * allowed.
 */
export function clipRange(timeIn: string, timeOut: string, duration: number): ClipRange {
  const start = parseExactTimecode(timeIn);
  const end = parseExactTimecode(timeOut);
  if (start === undefined || end === undefined)
    return {
      ok: false,
      code: 'clip_times_invalid',
      message: 'Both timeIn and timeOut must be valid times in HH:MM:SS format.',
    };
  if (start >= end) return { ok: false, code: 'clip_order', message: 'timeIn must be earlier than timeOut.' };
  if (end > duration)
    return {
      ok: false,
      code: 'clip_beyond_end',
      message: `timeOut must be earlier than video duration(${Math.floor(duration)}s).`,
    };
  return { ok: true, start, end };
}

export type ScreenshotTime =
  | { ok: true; time: number }
  | { ok: false; code: 'time_invalid' | 'time_beyond_end'; message: string };

/** The screenshot tool's rule, for page and server. */
export function screenshotTime(text: string, duration: number): ScreenshotTime {
  const time = parseExactTimecode(text);
  if (time === undefined)
    return {
      ok: false,
      code: 'time_invalid',
      message: 'time must be valid times in HH:MM:SS format.',
    };
  if (time >= duration)
    return {
      ok: false,
      code: 'time_beyond_end',
      message: `time must be earlier than video duration(${Math.floor(duration)}s).`,
    };
  return { ok: true, time };
}

/** The clip page refuses a link this many milliseconds after its `start` (the moment it was made plus the same). */
export const clipLinkLifetime = 300_000;
