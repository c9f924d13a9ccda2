import type { Queryable } from '../../../platform/database/database.ts';
import { termsFor } from './rules-of.ts';

/** Terms that a language model is told of one recording. */
const most = 100;

/** How a language model is to write the names and terms that are said in a recording; nothing where none is. */
export async function spellingsIn(db: Queryable, userId: string, cues: readonly { text: string }[]): Promise<string> {
  const terms = await termsFor(db, userId);
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
