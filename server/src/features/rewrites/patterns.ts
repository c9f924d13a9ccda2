import { anywhere } from '../../platform/database/like.ts';
import type { Rule } from '../glossary/rewriter.ts';

/** Forms that a database looks for at once; texts are read whole for more. */
const most = 24;

/** What to look for in the database so that no line in which a rule may find something is missed; undefined for everything. */
export function patternsOf(rules: readonly Rule[]): string[] | undefined {
  const forms = rules.flatMap(({ wrong }) => wrong);
  if (forms.length > most) return undefined;
  return forms.map((form) => anywhere(form.normalize('NFC')).replaceAll(/\s+/g, '%'));
}
