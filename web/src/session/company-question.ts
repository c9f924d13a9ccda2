import { createStore } from '../ui/store.ts';

/** Asks a person to sign in again in another tab; what they were doing waits. Apart from what asks: every page has this. */
export type Question = { giveUp: () => void };

export const companyQuestion = createStore<Question | undefined>(undefined);
