import { Problem } from '@lectern/contract/problem';
import { visibleText } from '@lectern/contract/rules/visible-text';

/** Characters of one name; the lists of the back office are sorted by an index, and that takes no long texts. */
const longest = 100;

/**
 * A person's names in the form in which they are stored. Throws `missing_fields`, and `bad_request` when one is too
 * long.
 */
export function readNames(typed: { firstname: string; lastname: string }): { firstname: string; lastname: string } {
  const names = { firstname: visibleText(typed.firstname), lastname: visibleText(typed.lastname) };
  if (!names.firstname || !names.lastname) throw new Problem('missing_fields');
  if (names.firstname.length > longest || names.lastname.length > longest)
    throw new Problem('bad_request', { detail: `Please enter names of at most ${longest} characters.` });
  return names;
}
