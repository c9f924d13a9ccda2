import { Problem } from '@lectern/contract/problem';
import type { Context } from './context.ts';

/**
 * Where a call names an account, it is the caller's own. Throws `not_found`: whether there is another is nobody's
 * business.
 */
export function onlySelf({ member }: Context<'member'>, userId: string): void {
  if (userId !== member.id) throw new Problem('not_found');
}
