import type { Plan } from '../accounts/accounts.ts';

export type PlanRule = {
  name: string;
  label: string;
  /** US dollars a month. */
  price: number;
  /** Videos at a time. */
  videos: number;
  /** Uploads that are begun and not finished, at a time. */
  unfinished: number;
  tokens: number;
  /** Owners, admins and editors of a workspace; a setting changes that of `professional`. */
  people: number;
  /** Minutes of recordings that may lie with a media provider: at them no further upload begins (`decisions/0056`). */
  storedMinutes: number;
  /** Minutes a provider delivers in a month before member and operator are told. Nothing is cut off. */
  deliveredMinutes: number;
  show: boolean;
};

/** Plans as sentences call them. */
export const planNames: Readonly<Record<Plan, string>> = {
  free: 'Free',
  executive: 'Executive',
  professional: 'Professional',
};

/** The plan table of the specification, section 1; `free` has the limits of `executive` (its decisions). */
export const plans: Readonly<Record<Plan, PlanRule>> = {
  free: {
    name: 'Free Trial',
    label: 'Free Trial',
    price: 0,
    videos: 2,
    unfinished: 10,
    tokens: 50_000,
    people: 1,
    storedMinutes: 360,
    deliveredMinutes: 2_000,
    show: false,
  },
  executive: {
    name: 'Curious Executive',
    label: 'Executive Plan',
    price: 5,
    videos: 2,
    unfinished: 10,
    tokens: 50_000,
    people: 1,
    storedMinutes: 360,
    deliveredMinutes: 2_000,
    show: true,
  },
  professional: {
    name: 'Product Marketing Professional',
    label: 'Professional Plan',
    price: 14,
    videos: 20,
    unfinished: 40,
    tokens: 1_000_000,
    people: 5,
    storedMinutes: 2_400,
    deliveredMinutes: 20_000,
    show: true,
  },
};

export const trialDays = 3;
/** Recordings of up to three hours, and a minute of grace for encoders that round up. Seconds. */
export const maxDuration = 3 * 3600 + 60;

export const tokenUsage = (used: number, total: number): number => (total > 0 ? Math.floor((used * 100) / total) : 100);
