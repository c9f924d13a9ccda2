import { day, hour } from './durations.ts';

/**
 * How long a session lives, in milliseconds: `idle` after its last use, and `absolute` after its beginning however much
 * it is used. An administrator's opens everything, so it is short: ASVS 5.0 7.3.1 and 7.3.2, with the figures of
 * NIST SP 800-63B-4 for AAL2 (an hour idle; a day in all, here half of it).
 */
export const sessionLifetimes = {
  member: { idle: 30 * day, absolute: 90 * day },
  administrator: { idle: hour, absolute: 12 * hour },
} as const;
