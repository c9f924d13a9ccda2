import { z } from 'zod';
import { Plan, SubscriptionStatus } from '../accounts/accounts.ts';
import { Role } from '../rules/rights.ts';
import { routes } from '../route.ts';
import { sentText } from '../text.ts';
import { Listing, table } from './admin.ts';

const Id = z.uuid();
const When = z.iso.datetime();
const One = z.object({ id: Id });

export const AdminWorkspace = z.object({
  _id: Id,
  /** One without a name is called by its first owner's. */
  name: sentText,
  /** Email of the person whose own one it is; null for a further one. */
  personal_of: sentText.nullable(),
  people: z.number(),
  plan: Plan,
  subscription_status: SubscriptionStatus,
  membership_start: When.nullable(),
  membership_end: When.nullable(),
  recordings: z.number(),
  token_balance: z.number(),
  /** `resting`: none of its owners is active. */
  state: z.enum(['active', 'resting', 'deleting']),
  created_at: When,
});
export type AdminWorkspace = z.infer<typeof AdminWorkspace>;

const AdminMember = z.object({
  _id: Id,
  firstname: sentText,
  lastname: sentText,
  email: sentText,
  role: Role,
  is_active: z.boolean(),
});
export type AdminMember = z.infer<typeof AdminMember>;

/** A workspace of a user, and what becomes of it without them. */
const WorkspaceOfUser = z.object({
  _id: Id,
  name: sentText,
  role: Role,
  is_personal: z.boolean(),
  plan: Plan,
  people: z.number(),
  recordings: z.number(),
  /** Others in it, of whom one must own it before this user can be deleted; empty where nobody must. */
  heirs: z.array(z.object({ _id: Id, name: sentText, email: sentText })),
});
export type WorkspaceOfUser = z.infer<typeof WorkspaceOfUser>;

export const adminWorkspaceRoutes = routes({
  workspaces: {
    method: 'GET',
    path: '/admin/workspaces',
    access: 'admin',
    query: Listing,
    reply: table(AdminWorkspace),
  },
  /** In the order in which they came. */
  people: {
    method: 'GET',
    path: '/admin/workspaces/:id/people',
    access: 'admin',
    params: One,
    reply: z.object({ data: z.array(AdminMember) }),
  },
  /** The personal one first. */
  ofUser: {
    method: 'GET',
    path: '/admin/employee/:id/workspaces',
    access: 'admin',
    params: One,
    reply: z.object({ data: z.array(WorkspaceOfUser) }),
  },
});
