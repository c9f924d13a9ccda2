/** Text shown for an invalid date (specification section 8). */
const invalid = 'Invalid time value';

function inWords(iso: string, style: Intl.DateTimeFormatOptions): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? invalid : date.toLocaleString('en-US', style);
}

/** A day as people write it ('November 22, 2026'; `medium`: 'Nov 22, 2026'), in the reader's own time zone. */
export const dateInWords = (iso: string, dateStyle: 'long' | 'medium' = 'long'): string => inWords(iso, { dateStyle });

/** Day and time as the reader's own clock has them. */
export const momentInWords = (iso: string): string => inWords(iso, { dateStyle: 'medium', timeStyle: 'short' });
