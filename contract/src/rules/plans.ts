import type { Plan } from '../accounts.ts';

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
  show: boolean;
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
    show: false,
  },
  executive: {
    name: 'Curious Executive',
    label: 'Executive Plan',
    price: 5,
    videos: 2,
    unfinished: 10,
    tokens: 50_000,
    show: true,
  },
  professional: {
    name: 'Product Marketing Professional',
    label: 'Professional Plan',
    price: 14,
    videos: 20,
    unfinished: 40,
    tokens: 1_000_000,
    show: true,
  },
};

export const trialDays = 3;
/** Recordings of up to three hours, and a minute of grace for encoders that round up. Seconds. */
export const maxDuration = 3 * 3600 + 60;

export const tokenUsage = (used: number, total: number): number => (total > 0 ? Math.floor((used / total) * 100) : 100);
