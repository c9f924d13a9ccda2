/** yyyy-MM-dd, or N/A. */
export const day = (iso: string | null): string => iso?.slice(0, 10) ?? 'N/A';

/** yyyy-MM-dd HH:mm:ss, in UTC as the server counts. */
export const moment = (iso: string): string => iso.slice(0, 19).replace('T', ' ');
