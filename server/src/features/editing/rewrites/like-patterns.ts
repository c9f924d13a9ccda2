import { foldText } from '@lectern/contract/rules/folded-text';
import { containsPattern } from '../../../platform/database/column-types.ts';
import type { Rule } from '../../transcripts/glossary/rewriter.ts';

/** Forms that a database looks for at once; texts are read whole for more. */
const most = 24;

/**
 * `like` patterns that match any form: folded for the search index, else for texts where the database may lowercase
 * only English letters.
 */
export type Patterns = { spans: string[]; texts: string[] };

/** Builds the patterns to search the database for; undefined means everything. */
export function buildLikePatterns(rules: readonly Rule[]): Patterns | undefined {
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
