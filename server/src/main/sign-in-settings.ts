import { Role } from '@lectern/contract/rules/rights';
import { z } from 'zod';
import type { CompanyRole } from '../platform/http/context.ts';
import { optional, secret } from './setting-kinds.ts';
import { requireFrom } from './provider-settings.ts';

/** Whether what a browser is told here stays with it: by TLS, or because it never leaves the machine. */
const isPrivate = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
};

/** The settings of how people sign in, part of the settings of the product. */
export const signInSettings = {
  SIGN_IN: z
    .enum(['password', 'oidc', 'both'])
    .optional()
    .describe(
      'How people sign in: password (default), oidc (your OpenID Connect provider alone) or both. The last two need PUBLIC_URL and OIDC_ISSUER, OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.',
    ),
  OIDC_ISSUER: z
    .string()
    .trim()
    .refine((url) => /^https?:\/\//.test(url) && URL.canParse(url), 'must be an https address')
    .refine((url) => !URL.canParse(url) || isPrivate(url), 'must be an https address; http is for localhost only')
    .optional()
    .describe('Issuer of the provider, letter by letter as its discovery document has it.'),
  OIDC_CLIENT_ID: optional.describe(
    'Id of this client at the provider; its redirect URL is PUBLIC_URL/auth/oidc/callback.',
  ),
  OIDC_CLIENT_SECRET: secret(optional.describe('Its secret; it also seals the tokens kept of the provider.')),
  OIDC_NAME: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .default('single sign-on')
    .describe('Name of the provider on the button: Continue with OIDC_NAME.'),
  OIDC_SCOPES: z
    .string()
    .trim()
    .regex(/^(?:\S+ )*openid(?: \S+)*$/, 'must be words with one space between them, openid among them')
    .default('openid email profile')
    .describe('Scopes asked for. With offline_access, where the provider has it, administrators are asked less often.'),
  OIDC_GROUPS_CLAIM: z.string().trim().min(1).default('groups').describe('Claim that lists the groups of a person.'),
  OIDC_WORKSPACE: z
    .uuid()
    .optional()
    .describe('Id of the workspace that everybody joins whom the provider signs in; its Sign-on page shows it.'),
  OIDC_ROLES: z
    .string()
    .trim()
    .transform((list, context) => {
      const roles: CompanyRole[] = [];
      for (const entry of list.split(',')) {
        // Names of groups may hold a colon.
        const at = entry.lastIndexOf(':');
        const group = entry.slice(0, Math.max(at, 0)).trim();
        const role = Role.safeParse(entry.slice(at + 1).trim());
        if (group && role.success) roles.push({ group, role: role.data });
        else
          context.addIssue(
            `must be group:role pairs with commas between them, with ${Role.options.join(', ')} as role`,
          );
      }
      return roles;
    })
    .optional()
    .describe(
      'Roles in OIDC_WORKSPACE by group, such as staff:editor,heads:admin,*:viewer, where * is everybody. Then the groups alone decide who is in it, but for its owners; without, everybody joins as viewer.',
    ),
  OIDC_TRUST_UNVERIFIED_EMAIL: z
    .enum(['true', 'false'])
    .default('false')
    .describe(
      'true for a provider that never sends email_verified: whoever can choose an address there can take it here.',
    ),
  OIDC_BREAK_GLASS: z
    .email()
    .transform((email) => email.toLowerCase())
    .optional()
    .describe('With SIGN_IN=oidc, the one address that still signs in with password and second factor.'),
  SIGN_UPS: z
    .enum(['open', 'invited'])
    .default('open')
    .describe(
      'Who may have an account: anybody (open), or invited people and those of a proved domain or of OIDC_WORKSPACE alone (invited).',
    ),
  ADMIN_OIDC_GROUP: optional.describe(
    'Group whose people are administrators. With SIGN_IN=oidc, passwords then open no back office either.',
  ),
} as const;

type Given = z.output<z.ZodObject<typeof signInSettings>>;

export type SignInConfig =
  | { kind: 'password' }
  | {
      kind: 'oidc' | 'both';
      issuer: string;
      clientId: string;
      clientSecret: string;
      name: string;
      scopes: string;
      groupsClaim: string;
      trustsUnverifiedEmail: boolean;
      breakGlass: string | undefined;
      administratorGroup: string | undefined;
      /** Workspace of the company; without `roles` everybody is in it, else whose groups have one. */
      workspace: { id: string; roles: readonly CompanyRole[] | undefined } | undefined;
      /** Where the provider sends people back to. */
      publicUrl: string;
    };

export function readSignIn(
  set: Given & { PUBLIC_URL?: string | undefined },
  refuse: (line: string) => never,
): SignInConfig {
  const { SIGN_IN: kind } = set;
  const own = [
    'OIDC_ISSUER',
    'OIDC_CLIENT_ID',
    'OIDC_CLIENT_SECRET',
    'OIDC_WORKSPACE',
    'OIDC_ROLES',
    'OIDC_BREAK_GLASS',
    'ADMIN_OIDC_GROUP',
  ] as const;
  const stray = own.find((name) => set[name] !== undefined);
  if (kind === undefined && stray) refuse(`SIGN_IN: is missing although ${stray} is set; say oidc, both or password.`);
  if (kind === 'password' && stray) refuse(`${stray}: is not used by SIGN_IN=password.`);
  if (kind === undefined || kind === 'password') return { kind: 'password' };
  const wanted = requireFrom(set, `SIGN_IN=${kind}`, refuse);
  const publicUrl = wanted('PUBLIC_URL');
  if (!isPrivate(publicUrl))
    refuse(`PUBLIC_URL: must be an https address for SIGN_IN=${kind}; http is for localhost only.`);
  if (set.OIDC_ROLES && !set.OIDC_WORKSPACE) refuse('OIDC_ROLES: needs OIDC_WORKSPACE, in which people get them.');
  return {
    kind,
    issuer: wanted('OIDC_ISSUER'),
    clientId: wanted('OIDC_CLIENT_ID'),
    clientSecret: wanted('OIDC_CLIENT_SECRET'),
    name: set.OIDC_NAME,
    scopes: set.OIDC_SCOPES,
    groupsClaim: set.OIDC_GROUPS_CLAIM,
    trustsUnverifiedEmail: set.OIDC_TRUST_UNVERIFIED_EMAIL === 'true',
    breakGlass: set.OIDC_BREAK_GLASS,
    administratorGroup: set.ADMIN_OIDC_GROUP,
    workspace: set.OIDC_WORKSPACE === undefined ? undefined : { id: set.OIDC_WORKSPACE, roles: set.OIDC_ROLES },
    publicUrl,
  };
}
