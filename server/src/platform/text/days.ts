import { day } from '@lectern/contract/rules/durations';

/** The days of a range that ends today, in UTC. */
export function lastDays(now: Date, days: number): { from: string; to: string } {
  const before = (back: number): string => new Date(now.getTime() - back * day).toISOString().slice(0, 10);
  return { from: before(days - 1), to: before(0) };
}
