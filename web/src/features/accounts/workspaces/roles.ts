import type { Role } from '@lectern/contract/rules/rights';

export const roleTexts: Readonly<Record<Role, string>> = {
  viewer: 'Watches, searches and highlights',
  editor: 'Uploads, corrects and shares',
  admin: 'Deletes and manages people, too',
  owner: 'Everything, with the plan',
};

/** Roles that this person may give; the owners' is for owners to give. */
export const rolesToGive = (isOwner: boolean): readonly Role[] => [
  'viewer',
  'editor',
  'admin',
  ...(isOwner ? (['owner'] as const) : []),
];
