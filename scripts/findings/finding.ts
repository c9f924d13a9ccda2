import type { Lab } from './lab.ts';

/** What was seen of a finding in a tree, in a few words with figures. */
export type Seen = { holds: boolean; seen: string };

/** Something that was wrong once, and how to see from outside whether it still is. */
export type Finding = {
  /** As in `docs/findings.md`. */
  letter: string;
  /** What must hold. */
  holds: string;
  look(lab: Lab): Promise<Seen>;
};

/** Keeps the letters of a group as they are written. */
export const findings = (...list: Finding[]): Finding[] => list;

export const verdict = (holds: boolean, seen: string): Seen => ({ holds, seen });
