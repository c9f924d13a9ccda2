/**
 * End of the `n`th month after `anchor`, in UTC, clamped to the month's last day. Counts from the anchor: 31 January,
 * 28 February, 31 March.
 */
export function monthsAfter(anchor: Date, n: number): Date {
  const month = anchor.getUTCMonth() + n;
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), month + 1, 0)).getUTCDate();
  const moved = new Date(anchor);
  moved.setUTCFullYear(anchor.getUTCFullYear(), month, Math.min(anchor.getUTCDate(), lastDay));
  return moved;
}

/** The first end of a period of this anchor that lies after `time`. */
export function periodEndAfter(anchor: Date, time: Date): Date {
  let n = (time.getUTCFullYear() - anchor.getUTCFullYear()) * 12 + time.getUTCMonth() - anchor.getUTCMonth();
  while (monthsAfter(anchor, n) > time) n -= 1;
  while (monthsAfter(anchor, n) <= time) n += 1;
  return monthsAfter(anchor, n);
}
