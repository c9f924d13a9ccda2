import { normaliseWord, stem, wordsOf } from '../terms.ts';
import { GIVEN_NAMES } from './given-names.ts';
import type { SpeechProfile } from './speech.ts';

/**
 * Keeps personal names and drops roles such as 'Marketing', 'The Chair', found by their lowercase use. When roles
 * dominate, names without a usual given name go too.
 */
export function filterPersonalNames(names: readonly string[], speech: SpeechProfile): string[] {
  const called = names.filter((name) => !/^(?:the |[[(])/i.test(name));
  const roles = called.filter((name) => isRole(name, speech));
  if (roles.length * 2 >= called.length) return called.filter(hasGivenName);
  return roles.length > 0 && !called.some(hasGivenName) ? called.filter((name) => !roles.includes(name)) : called;
}

const hasGivenName = (name: string): boolean => wordsOf(name).some((word) => GIVEN_NAMES.has(normaliseWord(word)));

/** Offices that people hold in a meeting. */
export const OFFICE =
  /\b(?:manager|designer|marketing|interface|engineer|moderator|interviewer|interviewee|presenter|narrator|chair|secretary|student|teacher|professor|customer|agent|host|guest|participant|audience)\b/i;

const isRole = (name: string, { profiles }: SpeechProfile): boolean =>
  !hasGivenName(name) &&
  (OFFICE.test(name) ||
    wordsOf(name).every((word) => {
      const profile = profiles.get(stem(normaliseWord(word)));
      // In a script without capitals nothing tells a name from a word.
      return profile !== undefined && word.toLowerCase() !== word.toUpperCase() && profile.capital * 2 <= profile.count;
    }));
