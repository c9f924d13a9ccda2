const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** How long ago something was, within a sentence: "just now", "a minute ago", "3 hours ago". */
export function agoInWords(at: Date, now: Date): string {
  const seconds = (now.getTime() - at.getTime()) / 1_000;
  const [unit, length] = units.find((each) => seconds >= each[1]) ?? [];
  if (!unit) return 'just now';
  const count = Math.floor(seconds / length);
  if (count > 1) return `${count} ${unit}s ago`;
  return unit === 'hour' ? 'an hour ago' : `a ${unit} ago`;
}
