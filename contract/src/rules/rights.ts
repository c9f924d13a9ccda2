import { z } from 'zod';

export const Role = z.enum(['owner', 'admin', 'editor', 'viewer']);
export type Role = z.infer<typeof Role>;

export const roleNames: Readonly<Record<Role, string>> = {
  viewer: 'Viewer',
  editor: 'Editor',
  admin: 'Admin',
  owner: 'Owner',
};

/** Names an act in a workspace; each route of one asks for one. */
export const Right = z.enum([
  'watch',
  'download',
  'mark',
  'ask',
  'edit',
  'publish',
  'voices',
  'delete',
  'curate',
  'bill',
  'manage',
  'own',
]);
export type Right = z.infer<typeof Right>;

/** `own`: only what the person has made. */
export const Rights = z.partialRecord(Right, z.enum(['any', 'own']));
export type Rights = z.infer<typeof Rights>;

/** Switches by which an owner leaves something to others. */
export type Leaves = { billingByAdmins: boolean; viewersAsk: boolean; viewersDownload: boolean };

const viewer: Rights = { watch: 'any', download: 'any', mark: 'own', ask: 'any' };
const editor: Rights = { ...viewer, mark: 'any', edit: 'any', publish: 'any', voices: 'own', delete: 'own' };
const admin: Rights = { ...editor, voices: 'any', delete: 'any', curate: 'any', bill: 'any', manage: 'any' };
const owner: Rights = { ...admin, own: 'any' };
const rights: Readonly<Record<Role, Rights>> = { viewer, editor, admin, owner };

/** The rights of a role in a workspace. */
export function rightsOf(role: Role, { billingByAdmins, viewersAsk, viewersDownload }: Leaves): Rights {
  const { bill, ask, download, ...others } = rights[role];
  return {
    ...others,
    ...(download && (role !== 'viewer' || viewersDownload) ? { download } : {}),
    ...(ask && (role !== 'viewer' || viewersAsk) ? { ask } : {}),
    ...(bill && (role !== 'admin' || billingByAdmins) ? { bill } : {}),
  };
}
