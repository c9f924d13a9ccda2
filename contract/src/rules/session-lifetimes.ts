import { day, hour } from './durations.ts';

/**
 * Session lifetimes in milliseconds: `idle` since last use, `absolute` since the start. Administrators' are short:
 * ASVS 5.0 7.3.1 and 7.3.2; NIST SP 800-63B-4 AAL2, its day halved.
 */
export const sessionLifetimes = {
  member: { idle: 30 * day, absolute: 90 * day },
  administrator: { idle: hour, absolute: 12 * hour },
} as const;
