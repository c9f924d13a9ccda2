import { z } from 'zod';
import { routes } from '../route.ts';
import { formText, sentText } from '../text.ts';

/** Roles that an address alone may give: the others are given to a person. */
const DomainRole = z.enum(['editor', 'viewer']);
export type DomainRole = z.infer<typeof DomainRole>;

/** `waiting`: never proved; `lost`: proved once, and found without its record since. */
const domainStates = ['waiting', 'verified', 'lost'] as const;

const WorkspaceDomain = z.object({
  id: z.uuid(),
  domain: sentText,
  state: z.enum(domainStates),
  /** TXT record that proves it. */
  record: sentText,
  /** Role of those who join by an address of it. */
  role: DomainRole,
});
export type WorkspaceDomain = z.infer<typeof WorkspaceDomain>;

const Message = z.object({ msg: sentText });
const which = z.object({ id: z.uuid() });

/** How people come into the workspace of a call without an invitation. */
export const workspaceDomainRoutes = routes({
  domains: {
    method: 'GET',
    path: '/workspace/domains',
    access: 'member',
    right: 'manage',
    reply: z.object({
      data: z.object({
        domains: z.array(WorkspaceDomain),
        /** Whether everybody whom the company signs in joins, some of them, by their groups, or nobody. */
        company: z.enum(['everybody', 'groups', 'nobody']),
      }),
    }),
  },
  /** Throws `bad_domain`, `domain_public`, `domain_listed` and `domains_too_many`. */
  addDomain: {
    method: 'POST',
    path: '/workspace/domains',
    access: 'active',
    right: 'manage',
    body: z.object({ domain: formText, role: DomainRole }),
    reply: z.object({ id: z.uuid() }),
  },
  /** Throws `domain_unproved`, `domain_unanswered` and `domain_taken`. */
  verifyDomain: {
    method: 'POST',
    path: '/workspace/domains/:id/verify',
    access: 'active',
    right: 'manage',
    params: which,
    reply: Message,
  },
  changeDomain: {
    method: 'PATCH',
    path: '/workspace/domains/:id',
    access: 'member',
    right: 'manage',
    params: which,
    body: z.object({ role: DomainRole }),
    reply: Message,
  },
  removeDomain: {
    method: 'DELETE',
    path: '/workspace/domains/:id',
    access: 'member',
    right: 'manage',
    params: which,
    reply: Message,
  },
});
