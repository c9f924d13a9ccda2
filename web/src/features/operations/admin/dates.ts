const inUtc = (iso: string): string | undefined => {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
};

/** Text shown for an unreadable date (specification section 8). */
const invalid = 'Invalid time value';

/** yyyy-MM-dd, or N/A. */
export const formatDate = (iso: string | null): string =>
  iso === null ? 'N/A' : (inUtc(iso)?.slice(0, 10) ?? invalid);

/** yyyy-MM-dd HH:mm:ss, in UTC as the server counts. */
export const formatDateTime = (iso: string): string => inUtc(iso)?.slice(0, 19).replace('T', ' ') ?? invalid;

/** Whether a text is a day of the calendar, written yyyy-MM-dd. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && inUtc(text)?.slice(0, 10) === text;
