const units = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * Seconds as a screen reader says them best: '1 hour 2 minutes 4 seconds'; with tenths where `step` is smaller than
 * one.
 */
export function spokenTime(seconds: number, step = 1): string {
  let rest = Math.max(0, step < 1 ? Math.round(seconds * 10) / 10 : Math.floor(seconds));
  const parts: string[] = [];
  for (const [name, size] of units) {
    const count = size === 1 ? Math.round(rest * 10) / 10 : Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ') || '0 seconds';
}
