import { z } from 'zod';
import { Role } from '../rules/rights.ts';
import { Scope } from '../rules/scopes.ts';
import { routes } from '../route.ts';
import { sentText, shownText } from '../text.ts';

const Id = z.uuid();
const When = z.iso.datetime();
const PersonName = z.object({ id: Id, firstname: sentText, lastname: sentText });
const Scopes = z.array(Scope).min(1).max(Scope.options.length);

/** `workspace`: every manager sees it; it may have the scope `manage`. All kinds act for the person who made them. */
const Kind = z.enum(['person', 'workspace']);

export const ApiKey = z.object({
  id: Id,
  /** `app`: what a person let an app do by OAuth. */
  kind: z.enum([...Kind.options, 'app']),
  name: sentText,
  /** The beginning of the key. */
  prefix: sentText,
  /** Where an app says who it is; null for keys that people made. */
  client_id: sentText.nullable(),
  scopes: z.array(Scope),
  created_by: PersonName,
  is_yours: z.boolean(),
  created_at: When,
  /** Null: never. An app that is not used ends before. */
  expires_at: When.nullable(),
  has_expired: z.boolean(),
  /** To about a minute. */
  last_used_at: When.nullable(),
});
export type ApiKey = z.infer<typeof ApiKey>;

/** Days after which a key ends; null: it does not. */
export const keyDays = [30, 90, 365, null] as const;

/** The keys of a workspace: one's own and, for managers, everybody's. No key opens these calls. */
export const apiKeyRoutes = routes({
  list: {
    method: 'GET',
    path: '/keys',
    access: 'member',
    right: 'watch',
    reply: z.object({ data: z.array(ApiKey) }),
  },
  /** The only answer that holds the key. */
  create: {
    method: 'POST',
    path: '/keys',
    access: 'member',
    right: 'watch',
    body: z.object({ name: shownText(100), kind: Kind, scopes: Scopes, days: z.literal(keyDays) }),
    reply: z.object({ id: Id, key: sentText }),
  },
  revoke: {
    method: 'DELETE',
    path: '/keys/:id',
    access: 'member',
    right: 'watch',
    params: z.object({ id: Id }),
    reply: z.object({ msg: sentText }),
  },
});

export const keyOwnerRoutes = routes({
  /** Tells for whom, where and until when a key works. */
  me: {
    method: 'GET',
    path: '/v1/me',
    access: 'person',
    scope: 'any',
    api: { summary: 'Tell for whom, where and until when a key works' },
    reply: z.object({
      workspace: z.object({ id: Id, name: sentText }),
      person: PersonName.extend({ email: sentText }),
      role: Role,
      /** A session's are those that its person may give. */
      scopes: z.array(Scope),
      expires_at: When.nullable(),
    }),
  },
});
