import { toMilliseconds } from '../milliseconds.ts';

/**
 * A reader of TTML time expressions (https://www.w3.org/TR/ttml2/#timing-value-time-expression) by the attributes of
 * the root element: clock times with fractions or frames, and offsets in h, m, s, ms, f (frames) and t (ticks).
 * Beside the rules: clock times without hours, and seconds without a unit, as players' makers write them.
 * It gives seconds, or undefined for what is no time.
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
