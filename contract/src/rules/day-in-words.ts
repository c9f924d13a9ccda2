/** A day in UTC: for what is written for readers whose time zone nobody knows, or is a date without a time. */
export const dayInWords = (day: Date): string =>
  day.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
