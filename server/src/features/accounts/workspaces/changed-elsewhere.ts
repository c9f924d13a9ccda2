import { Problem, type ProblemCode } from '@lectern/contract/problem';
import { agoInWords } from '@lectern/contract/rules/ago-in-words';
import type { Queryable } from '../../../platform/database/database.ts';
import type { Context } from '../../../platform/http/context.ts';

/** The last change of a text: by whom, if that is known, and when. */
export type LastChange = { by: string | null; at: Date | null } | undefined;

type Words = {
  code: ProblemCode;
  /** Names in a sentence what was changed. */
  what?: string;
  /** How the text reads now, and what to do. */
  rest: string;
  /** Text where nobody else is known to have changed it. */
  usual?: string;
};

/** A conflict that names whoever else changed the text meanwhile. */
export async function changedElsewhere(
  db: Queryable,
  { member, now }: Pick<Context<'person'>, 'member' | 'now'>,
  last: LastChange,
  { code, what = 'this', rest, usual }: Words,
): Promise<Problem> {
  const other =
    last?.by && last.at && last.by !== member.id
      ? await db.selectFrom('users').select('firstname').where('id', '=', last.by).executeTakeFirst()
      : undefined;
  if (!last?.at || !other) return new Problem(code, usual === undefined ? {} : { detail: usual });
  return new Problem(code, {
    detail: `${other.firstname} changed ${what} ${agoInWords(last.at, now())}. ${rest}`,
    by: { name: other.firstname, at: last.at.toISOString() },
  });
}
