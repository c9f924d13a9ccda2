/**
 * A day as people write it ('November 22, 2026'; `medium`: 'Nov 22, 2026'), in the reader's own time zone.
 * What is no date reads 'Invalid time value' (specification section 8).
 */
export function dateInWords(iso: string, dateStyle: 'long' | 'medium' = 'long'): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? 'Invalid time value' : date.toLocaleDateString('en-US', { dateStyle });
}
