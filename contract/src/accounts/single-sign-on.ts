import { z } from 'zod';
import { AdminSession } from '../operations/admin.ts';
import { routes } from '../route.ts';
import { boundedText, formText, sentText } from '../text.ts';
import { Device, NewDevice, NewSession } from './accounts.ts';

/** Code in the URL to which a company's sign-in leads. */
const Code = boundedText(100);

/** Proves the account that a code is to connect; `code` as of `login`. */
const Proof = z.object({ link: Code, password: formText, device: Device, code: boundedText(100).optional() });

/** Signing in with the company's own provider, for members and administrators. */
export const singleSignOnRoutes = routes({
  /** Leads the browser to the provider. */
  begin: {
    method: 'GET',
    path: '/auth/oidc/start',
    access: 'anyone',
    work: 'limited',
    query: z.object({ door: z.enum(['member', 'administrator']).catch('member') }),
    reply: 'stream',
  },
  /** Takes the browser back; leads it to a page with a code, or with the problem. */
  finish: { method: 'GET', path: '/auth/oidc/callback', access: 'anyone', work: 'limited', reply: 'stream' },
  redeem: {
    method: 'POST',
    path: '/auth/oidc/session',
    access: 'anyone',
    work: 'limited',
    body: z.object({ code: Code }),
    reply: NewSession,
  },
  /** Connects the account of the same email, whose password proves that it is the same person's. */
  connect: {
    method: 'POST',
    path: '/auth/oidc/connect',
    access: 'anyone',
    work: 'limited',
    body: Proof,
    reply: NewSession,
  },
  /** Gives the page at the company that confirms the person without a word, in a hidden frame. */
  renew: {
    method: 'POST',
    path: '/auth/oidc/renewal',
    access: 'person',
    allowedWhenDue: true,
    reply: z.object({ url: sentText }),
  },
  redeemAdministrator: {
    method: 'POST',
    path: '/admin/oidc/session',
    access: 'anyone',
    work: 'limited',
    body: z.object({ code: Code }),
    reply: AdminSession,
  },
  connectAdministrator: {
    method: 'POST',
    path: '/admin/oidc/connect',
    access: 'anyone',
    work: 'limited',
    body: Proof,
    reply: AdminSession.extend({ device: NewDevice }),
  },
});
