import type { Role } from '@lectern/contract/rules/rights';
import type { ExplainRefusal } from '../../../platform/http/access.ts';
import { membersWhoMay, nameOf } from './members.ts';

/** Names in a sentence; of many the first three. */
function listNames(people: readonly { firstname: string }[]): string {
  const names = people.slice(0, 3).map(({ firstname }) => firstname);
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** Says whose workspace refuses a call, and who may make it. Whoever may pay reads the usual words. */
export const explainRefusal: ExplainRefusal = async ({ database }, { workspace, right, code }) => {
  const db = database.kysely;
  if (code === 'role_too_low') {
    const roles: Role[] = right === 'bill' || right === 'own' ? ['owner'] : ['owner', 'admin'];
    const people = await membersWhoMay(db, workspace.id, roles);
    return `Your role in ${await nameOf(db, workspace.id)} is ${workspace.role}. ${listNames(people)} can do this.`;
  }
  if (code === 'membership_expired' && !workspace.rights.bill) {
    const people = await membersWhoMay(db, workspace.id, ['owner']);
    return `The membership of ${await nameOf(db, workspace.id)} has expired. ${listNames(people)} can renew it.`;
  }
  return undefined;
};
