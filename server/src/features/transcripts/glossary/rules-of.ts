import { setImmediate as pause } from 'node:timers/promises';
import { textLimits } from '@lectern/contract/rules/longest';
import type { Cue } from '@lectern/contract/transcripts/cue';
import type { EditedCue } from '../label-cues.ts';
import { extractSubjectStems as subjectWords } from '@lectern/chaptering/terms';
import type { TermSuggestion } from '@lectern/contract/transcripts/glossary';
import type { Queryable } from '../../../platform/database/database.ts';
import type { StoredRule } from '../../../platform/database/tables/glossary.ts';
import { type Replacement, replacedWords } from './replaced-words.ts';
import { createRewriter, formKeyOf, type Rewriter } from './rewriter.ts';
import { ownTerms, repeatedCorrections, replaceCorrections } from './store.ts';

/** A member's terms with the forms they replace, by the alphabet. */
export const glossaryRulesOf = async (db: Queryable, workspaceId: string): Promise<StoredRule[]> =>
  (await ownTerms(db, workspaceId)).map(({ id, term, misspellings: wrong }) => ({ id, term, wrong }));

/** A member's terms for engines that take some: first those that were misheard, then the newest. */
export async function termsFor(db: Queryable, workspaceId: string): Promise<string[]> {
  const terms = await ownTerms(db, workspaceId);
  return terms
    .toSorted(
      (one, other) =>
        Number(other.misspellings.length > 0) - Number(one.misspellings.length > 0) ||
        other.created_at.getTime() - one.created_at.getTime(),
    )
    .map(({ term }) => term);
}

/** Builds the rewriter for a member's glossary. */
export const glossaryRewriter = async (db: Queryable, workspaceId: string): Promise<Rewriter> =>
  createRewriter(await glossaryRulesOf(db, workspaceId));

/** Terms that a language model is told of one recording. */
const most = 100;

/** How a language model is to write the names and terms that are said in a recording; nothing where none is. */
export async function spellingsIn(
  db: Queryable,
  workspaceId: string,
  cues: readonly { text: string }[],
): Promise<string> {
  const terms = await termsFor(db, workspaceId);
  if (terms.length === 0) return '';
  const said = cues
    .map(({ text }) => text)
    .join('\n')
    .toLowerCase();
  const told = terms.filter((term) => said.includes(term.toLowerCase())).slice(0, most);
  return told.length === 0
    ? ''
    : `Write these names and terms exactly so: ${told.map((term) => JSON.stringify(term)).join(', ')}.`;
}

/** A line of a member's transcript, as it was heard and as it reads now. */
export type CorrectedLine = { workspaceId: string; videoId: string; start: number; heard: string; now: string };

/** "There" for "their" is put right by what is meant, and never always. */
const saysSomething = ({ wrong, term }: Replacement): boolean =>
  subjectWords(wrong).length > 0 || subjectWords(term).length > 0;

/** Keeps what a person put right in a line, and returns what recurs of it and may be offered as a rule. */
export async function noteCorrection(tx: Queryable, line: CorrectedLine): Promise<TermSuggestion | undefined> {
  const made = replacedWords(line.heard, line.now).filter(saysSomething);
  await replaceCorrections(tx, line, made);
  if (made.length === 0) return undefined;
  const keys = new Set(made.map(({ wrong }) => formKeyOf(wrong)));
  const offers = await termSuggestionsOf(tx, line.workspaceId, [...keys]);
  return offers.find(({ term }) => made.some((each) => each.term === term));
}

/** Corrections that recur and are no rule yet: those made most often, of these forms or any. */
export async function termSuggestionsOf(
  db: Queryable,
  workspaceId: string,
  keys?: readonly string[],
): Promise<TermSuggestion[]> {
  const terms = await ownTerms(db, workspaceId);
  const replaced = terms.flatMap(({ misspellings }) => misspellings.map(formKeyOf));
  const right = terms.map(({ term }) => ({ key: formKeyOf(term), term }));
  return repeatedCorrections(db, workspaceId, { replaced, right }, keys);
}

/** Lines after which others get their turn. */
const atOnce = 500;

/**
 * Applies the member's glossary, keeps the recognised text beside it and counts changed cues. Skips cues that would
 * exceed the length limit.
 */
export async function applyGlossary(
  db: Queryable,
  workspaceId: string,
  cues: readonly Cue[],
): Promise<{ cues: EditedCue[]; changed: number }> {
  const rewrite = await glossaryRewriter(db, workspaceId);
  const made: EditedCue[] = [];
  for (const [n, cue] of cues.entries()) {
    if (n > 0 && n % atOnce === 0) await pause();
    const text = rewrite(cue.text);
    const fits = text.length <= Math.max(textLimits.line, cue.text.length);
    made.push(text === cue.text || !fits ? cue : { ...cue, text, heardText: cue.text });
  }
  return { cues: made, changed: made.filter(({ heardText }) => heardText !== undefined).length };
}

/** The lines that a person has edited before as they left them, and the others as the glossary has them. */
export const editedFirst = (kept: readonly EditedCue[], fresh: readonly EditedCue[]): EditedCue[] =>
  kept.map((cue, n) => (cue.heardText === undefined ? { ...fresh[n]!, ...withSpeaker(cue) } : cue));

const withSpeaker = ({ speaker, heardSpeaker }: EditedCue): Partial<EditedCue> => ({
  ...(speaker === undefined ? {} : { speaker }),
  ...(heardSpeaker === undefined ? {} : { heardSpeaker }),
});
