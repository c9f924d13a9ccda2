/** The days of a range that ends today, in UTC. */
export function lastDays(now: Date, days: number): { from: string; to: string } {
  const day = (back: number): string => new Date(now.getTime() - back * 86_400_000).toISOString().slice(0, 10);
  return { from: day(days - 1), to: day(0) };
}
