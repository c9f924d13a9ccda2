import { anywhere } from '../../platform/database/like.ts';
import type { Rule } from '../glossary/rewriter.ts';

/** Forms that a database looks for at once; texts are read whole for more. */
const most = 24;

/**
 * Patterns for `like` of what holds a form, so that none is missed: for spans of the search index, which are in lower case,
 * and for other texts, where the database may know the lower case of nothing but the letters of English.
 */
export type Patterns = { spans: string[]; texts: string[] };

/** What to look for in the database; undefined for everything. */
export function patternsOf(rules: readonly Rule[]): Patterns | undefined {
  const forms = rules.flatMap(({ wrong }) => wrong);
  if (forms.length > most) return undefined;
  const spans = forms.map((form) => anywhere(form.normalize('NFC').toLowerCase()).replaceAll(/\s+/g, '%'));
  return { spans, texts: spans.map((pattern) => pattern.replaceAll(/\P{ASCII}+/gu, '%')) };
}
