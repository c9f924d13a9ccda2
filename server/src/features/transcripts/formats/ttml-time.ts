import { toMilliseconds } from './caption-file.ts';

/**
 * Returns a reader of TTML times (https://www.w3.org/TR/ttml2/#timing-value-time-expression) for the root's
 * attributes; also accepts clocks without hours and seconds without a unit. Gives seconds, undefined if invalid.
 */
export function ttmlClock(root: Record<string, string>): (time: string | undefined) => number | undefined {
  const frameRate = (positive(root['frameRate']) ?? 30) * multiplier(root['frameRateMultiplier']);
  const tickRate = positive(root['tickRate']) ?? (root['frameRate'] ? frameRate : 1);
  const units = { h: 3600, m: 60, s: 1, ms: 0.001, f: 1 / frameRate, t: 1 / tickRate };

  return (time = '') => {
    const offset = /^(\d{1,15}(?:\.\d{1,9})?)(h|m|s|ms|f|t)$/.exec(time);
    if (offset) return toMilliseconds(Number(offset[1]) * units[offset[2] as keyof typeof units]);
    if (/^\d{1,15}(?:\.\d{1,9})?$/.test(time)) return toMilliseconds(Number(time));
    const clock = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{2}(?:[.,]\d{1,9})?)(?:[:;](\d{1,4}(?:\.\d{1,9})?))?$/.exec(time);
    if (!clock) return undefined;
    const [, hours = '0', minutes, seconds = '', frames = '0'] = clock;
    const whole = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.'));
    return toMilliseconds(whole + Number(frames) / frameRate);
  };
}

function positive(value: string | undefined): number | undefined {
  const number = Number(value);
  return Number.isFinite(number) && number > 0 ? number : undefined;
}

/** `1000 1001`, or the older `1000:1001`. */
function multiplier(value = ''): number {
  const [over, under] = value.split(/[ :]/);
  return (positive(over) ?? 1) / (positive(under) ?? 1);
}
