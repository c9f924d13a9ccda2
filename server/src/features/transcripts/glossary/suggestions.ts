import { extractSubjectStems as subjectWords } from '@lectern/chaptering/terms';
import type { TermSuggestion } from '@lectern/contract/transcripts/glossary';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Replacement, replacedWords } from './replaced-words.ts';
import { ownTerms, repeatedCorrections, replaceCorrections } from './store.ts';
import { formKeyOf } from './split-words.ts';

/** A line of a member's transcript, as it was heard and as it reads now. */
export type CorrectedLine = { userId: string; videoId: string; start: number; heard: string; now: string };

/** "There" for "their" is put right by what is meant, and never always. */
const saysSomething = ({ wrong, term }: Replacement): boolean =>
  subjectWords(wrong).length > 0 || subjectWords(term).length > 0;

/** Keeps what a person put right in a line, and returns what recurs of it and may be offered as a rule. */
export async function noteCorrection(tx: Queryable, line: CorrectedLine): Promise<TermSuggestion | undefined> {
  const made = replacedWords(line.heard, line.now).filter(saysSomething);
  await replaceCorrections(tx, line, made);
  if (made.length === 0) return undefined;
  const keys = new Set(made.map(({ wrong }) => formKeyOf(wrong)));
  const offers = await termSuggestionsOf(tx, line.userId, [...keys]);
  return offers.find(({ term }) => made.some((each) => each.term === term));
}

/** Corrections that recur and are no rule yet: those made most often, of these forms or any. */
export async function termSuggestionsOf(
  db: Queryable,
  userId: string,
  keys?: readonly string[],
): Promise<TermSuggestion[]> {
  const terms = await ownTerms(db, userId);
  const replaced = terms.flatMap(({ misspellings }) => misspellings.map(formKeyOf));
  const right = terms.map(({ term }) => ({ key: formKeyOf(term), term }));
  return repeatedCorrections(db, userId, { replaced, right }, keys);
}
