import { day } from '@lectern/contract/rules/durations';

/** How long a link opens, and how that is called. */
export const lifetimes = {
  ever: 'Never',
  1: 'In a day',
  7: 'In a week',
  30: 'In 30 days',
  day: 'After a day of your choice',
} as const;
export type Lifetime = `${keyof typeof lifetimes}`;

/** When that is over; `date` (YYYY-MM-DD) with the end of that day where the reader is. Undefined: never. */
export function getLifetimeEnd(lifetime: Lifetime, date: string, now: Date): Date | undefined {
  if (lifetime === 'ever') return undefined;
  if (lifetime !== 'day') return new Date(now.getTime() + Number(lifetime) * day);
  const [year = 0, month = 1, dayOfMonth = 1] = date.split('-').map(Number);
  return new Date(year, month - 1, dayOfMonth, 23, 59, 59);
}
