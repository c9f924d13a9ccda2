const units = [
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
] as const;

/** Seconds as a screen reader says them best: '1 hour 2 minutes 4 seconds'. */
export function spokenTime(seconds: number): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts: string[] = [];
  for (const [name, size] of units) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
  }
  return parts.join(' ') || '0 seconds';
}
