import { glossaryLimits, glossaryRoutes, type Term } from '@lectern/contract/transcripts/glossary';
import { Problem } from '@lectern/contract/problem';
import type { Context } from '../../../platform/http/context.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { feature } from '../../../platform/http/serve.ts';
import { changedElsewhere } from '../../accounts/workspaces/changed-elsewhere.ts';
import { lockWorkspace } from '../../accounts/workspaces/workspace.ts';
import { insertDismissed, insertTerm, ownTerm, ownTerms, type TermRow, updateTerm } from './store.ts';
import { formKeyOf } from './rewriter.ts';
import { termSuggestionsOf } from './rules-of.ts';

type Words = { term: string; wrong: readonly string[] };
type StoredWords = Pick<TermRow, 'term' | 'misspellings'>;

const asTerm = ({ id, term, misspellings: wrong, created_at }: TermRow): Term => ({
  id,
  term,
  wrong,
  created_at: created_at.toISOString(),
});

/** Words as they are kept: each wrong form once, and none that is the term itself. */
function tidied({ term, wrong }: Words): StoredWords {
  const forms = wrong.filter((form) => form !== term && formKeyOf(form) !== '');
  if (formKeyOf(term) === '') throw new Problem('bad_request', { detail: 'A term needs letters, digits or signs.' });
  return { term, misspellings: [...new Map(forms.map((form) => [formKeyOf(form), form])).values()] };
}

/**
 * Throws `form_taken` on contradicting terms: a wrong form with two terms, or a form right for one and wrong for
 * another, so that rewrites would undo each other.
 */
function checkFree({ term, misspellings }: StoredWords, others: readonly TermRow[]): void {
  const right = formKeyOf(term);
  const forms = new Set(misspellings.map(formKeyOf));
  for (const other of others) {
    const theirs = formKeyOf(other.term);
    const shared =
      other.misspellings.find((form) => formKeyOf(form) === right || forms.has(formKeyOf(form))) ??
      (theirs === right || forms.has(theirs) ? other.term : undefined);
    if (shared !== undefined)
      throw new Problem('form_taken', {
        detail: `“${shared}” already belongs to the term “${other.term}”. Please change that one instead.`,
      });
  }
}

/** Writes down a term among the others of its workspace, which is locked. */
async function saveTerm(
  tx: Queryable,
  { workspace, member, now }: Context<'member'>,
  words: Words,
  id?: string,
): Promise<{ data: Term }> {
  const tidy = tidied(words);
  const others = (await ownTerms(tx, workspace.id)).filter((each) => each.id !== id);
  checkFree(tidy, others);
  if (others.length >= glossaryLimits.terms) throw new Problem('terms_too_many');
  const changed = { ...tidy, changed_by: member.id, changed_at: now() };
  const made = { workspace_id: workspace.id, created_by: member.id, ...changed };
  const row = id === undefined ? insertTerm(tx, made) : updateTerm(tx, id, changed);
  return { data: asTerm(await row) };
}

const locked = <T>(ctx: Context<'member'>, work: (tx: Queryable) => Promise<T>): Promise<T> =>
  ctx.database.transaction(async (tx) => {
    await lockWorkspace(tx, ctx.workspace.id);
    return work(tx);
  });

export const glossary = feature(glossaryRoutes, {
  async glossary({ database, workspace }) {
    const db = database.kysely;
    return {
      data: {
        terms: (await ownTerms(db, workspace.id)).map(asTerm),
        offers: await termSuggestionsOf(db, workspace.id),
      },
    };
  },

  addTerm: (ctx, words) => locked(ctx, (tx) => saveTerm(tx, ctx, words)),

  takeOffer: (ctx, { wrong, term }) =>
    locked(ctx, async (tx) => {
      const known = (await ownTerms(tx, ctx.workspace.id)).find((each) => each.term === term);
      if (!known) return saveTerm(tx, ctx, { term, wrong: [wrong] });
      const forms = [...known.misspellings, wrong];
      if (forms.length > glossaryLimits.wrong)
        throw new Problem('bad_request', { detail: `“${known.term}” already replaces ${glossaryLimits.wrong} forms.` });
      return saveTerm(tx, ctx, { term: known.term, wrong: forms }, known.id);
    }),

  async dismissOffer({ database, workspace }, { wrong, term }) {
    await insertDismissed(database.kysely, workspace.id, formKeyOf(wrong), term);
    return { msg: 'This will not be suggested again.' };
  },

  changeTerm: (ctx, { id, before, ...words }) =>
    locked(ctx, async (tx) => {
      const row = await ownTerm(tx, ctx.workspace.id, id);
      if (!row || row.removed_at) throw new Problem('not_found');
      if (row.term !== before.term || row.misspellings.join('\n') !== before.wrong.join('\n')) {
        const replaced = row.misspellings.length > 0 ? ` for “${row.misspellings.join('”, “')}”` : '';
        const rest = `It now reads: “${row.term}”${replaced}.`;
        throw await changedElsewhere(
          tx,
          ctx,
          { by: row.changed_by, at: row.changed_at },
          {
            code: 'text_changed',
            what: 'this term',
            rest,
            usual: `This term has been changed somewhere else. ${rest}`,
          },
        );
      }
      return saveTerm(tx, ctx, words, id);
    }),

  removeTerm: (ctx, { id, removed }) =>
    locked(ctx, async (tx) => {
      const row = await ownTerm(tx, ctx.workspace.id, id);
      if (!row) throw new Problem('not_found');
      if (removed) return { data: asTerm(await updateTerm(tx, id, { removed_at: row.removed_at ?? ctx.now() })) };
      if (row.removed_at) {
        const others = await ownTerms(tx, ctx.workspace.id);
        checkFree(row, others);
        if (others.length >= glossaryLimits.terms) throw new Problem('terms_too_many');
      }
      return { data: asTerm(await updateTerm(tx, id, { removed_at: null })) };
    }),
});
