import { z } from 'zod';
import type { Right, Rights } from './rights.ts';

/** Names what an API key is for; each call that takes keys asks for one. */
export const Scope = z.enum(['read', 'write', 'delete', 'ask', 'publish', 'manage']);
export type Scope = z.infer<typeof Scope>;

/**
 * Rights that each scope lets a key use, where its person has them; who has not the first gives no such key. No key pays,
 * owns, or tells voices.
 */
const rightsOfScope: Readonly<Record<Scope, readonly [Right, ...Right[]]>> = {
  read: ['watch', 'download'],
  write: ['edit', 'mark'],
  delete: ['delete'],
  ask: ['ask'],
  publish: ['publish', 'curate'],
  manage: ['manage', 'curate'],
};

/** The right that a person must have to give a key this scope. */
export const rightToGive = (scope: Scope): Right => rightsOfScope[scope][0];

/** Scopes that a person with these rights may give a key. */
export const scopesFor = (rights: Rights): Scope[] => Scope.options.filter((scope) => rights[rightToGive(scope)]);

/** Whether a key with these scopes may use a right that its person has. */
export const coversRight = (scopes: readonly Scope[], right: Right): boolean =>
  scopes.some((scope) => rightsOfScope[scope].includes(right));

/** The rights of a person that a key with these scopes may use. */
export const narrowRights = (rights: Rights, scopes: readonly Scope[]): Rights =>
  Object.fromEntries(Object.entries(rights).filter(([right]) => coversRight(scopes, right as Right)));
