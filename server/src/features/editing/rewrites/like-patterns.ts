import { foldText } from '@lectern/contract/rules/folded-text';
import { containsPattern } from '../../../platform/database/like-pattern.ts';
import type { Rule } from '../../transcripts/glossary/rewriter.ts';

/** Forms that a database looks for at once; texts are read whole for more. */
const most = 24;

/**
 * Patterns for `like` of what holds a form, so that none is missed: for spans of the search index, which are folded,
 * and for other texts, where the database may know the lower case of nothing but the letters of English.
 */
export type Patterns = { spans: string[]; texts: string[] };

/** What to look for in the database; undefined for everything. */
export function patternsOf(rules: readonly Rule[]): Patterns | undefined {
  const forms = rules.flatMap(({ wrong }) => wrong);
  if (forms.length > most) return undefined;
  const patterns = (fold: (form: string) => string): string[] =>
    forms.map((form) => containsPattern(fold(form)).replaceAll(/\s+/g, '%'));
  return {
    spans: patterns(foldText),
    texts: patterns((form) => form.normalize('NFC').toLowerCase()).map((pattern) =>
      pattern.replaceAll(/\P{ASCII}+/gu, '%'),
    ),
  };
}
