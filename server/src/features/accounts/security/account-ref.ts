import type { AccountPrincipal } from '../../../platform/http/context.ts';

/** Owner of a session, a device, a second factor or an event. */
export type Owner = { userId: string } | { administratorId: string };

export const ownerOfPrincipal = (principal: AccountPrincipal): Owner =>
  principal.kind === 'member' ? { userId: principal.member.id } : { administratorId: principal.administrator.id };

export const ownerColumns = (owner: Owner): { user_id: string } | { administrator_id: string } =>
  'userId' in owner ? { user_id: owner.userId } : { administrator_id: owner.administratorId };

/** A condition on the two columns that name an owner. */
export const ownerCondition = (owner: Owner): ['user_id' | 'administrator_id', '=', string] =>
  'userId' in owner ? ['user_id', '=', owner.userId] : ['administrator_id', '=', owner.administratorId];
