import type { Queryable } from '../../../platform/database/database.ts';
import type { StoredRule } from '../../../platform/database/tables/glossary.ts';
import { type Rewriter, createRewriter } from './rewriter.ts';
import { ownTerms } from './store.ts';

/** A member's terms with the forms they replace, by the alphabet. */
export const glossaryRulesOf = async (db: Queryable, userId: string): Promise<StoredRule[]> =>
  (await ownTerms(db, userId)).map(({ id, term, misspellings: wrong }) => ({ id, term, wrong }));

/** A member's terms for engines that take some: first those that were misheard, then the newest. */
export async function termsFor(db: Queryable, userId: string): Promise<string[]> {
  const terms = await ownTerms(db, userId);
  return terms
    .toSorted(
      (one, other) =>
        Number(other.misspellings.length > 0) - Number(one.misspellings.length > 0) ||
        other.created_at.getTime() - one.created_at.getTime(),
    )
    .map(({ term }) => term);
}

/** Builds the rewriter for a member's glossary. */
export const glossaryRewriter = async (db: Queryable, userId: string): Promise<Rewriter> =>
  createRewriter(await glossaryRulesOf(db, userId));
