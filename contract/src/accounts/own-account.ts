import { z } from 'zod';
import { securityEventKinds } from '../rules/security-events.ts';
import { routes } from '../route.ts';
import { formText, sentText } from '../text.ts';

const Message = z.object({ msg: sentText });
const Id = z.uuid();
const When = z.iso.datetime();

/** A live session; `current` is the one that asks. */
const OwnSession = z.object({
  id: Id,
  device: sentText,
  began: When,
  /** To about a minute. */
  last_used: When,
  ends: When,
  current: z.boolean(),
});

/** An entry of the security log as its person sees it. */
export const SecurityEntry = z.object({
  id: z.number(),
  kind: z.enum(securityEventKinds),
  device: sentText,
  detail: sentText,
  at: When,
});
export type SecurityEntry = z.infer<typeof SecurityEntry>;

export const SecondFactor = z.object({
  /** Null: there is none. */
  since: When.nullable(),
  recovery_codes_left: z.number(),
  /** Whether the service wants one of this person. */
  required: z.boolean(),
});
export type SecondFactor = z.infer<typeof SecondFactor>;

export const OwnAccount = z.object({
  kind: z.enum(['member', 'administrator']),
  email: sentText,
  /** Null for administrators, who have none. */
  firstname: sentText.nullable(),
  lastname: sentText.nullable(),
  /** Whether a mail says what has become of a recording. Null for administrators, who have none. */
  recording_mails: z.boolean().nullable(),
  /** Step an administrator must complete before anything else. */
  owes: z.enum(['password', 'second_factor']).nullable(),
  second_factor: SecondFactor,
  sign_in: z.object({
    /** Whether there is a password to sign in with. */
    password: z.boolean(),
    /** The company's sign-in, where it opens this account, and the address it has for the person. */
    company: sentText.nullable(),
    company_email: sentText.nullable(),
  }),
  /** The one used last first. */
  sessions: z.array(OwnSession),
  /** The newest first. */
  events: z.array(SecurityEntry),
});
export type OwnAccount = z.infer<typeof OwnAccount>;

const Codes = z.object({ recovery_codes: z.array(sentText) });

/**
 * The account page, of members and administrators alike. What changes how one signs in asks for the present password.
 */
export const ownAccountRoutes = routes({
  account: { method: 'GET', path: '/account', access: 'session', reply: z.object({ data: OwnAccount }) },
  changeName: {
    method: 'POST',
    path: '/account/name',
    access: 'person',
    body: z.object({ firstname: formText, lastname: formText }),
    reply: Message,
  },
  changeMails: {
    method: 'POST',
    path: '/account/mails',
    access: 'person',
    body: z.object({ recordings: z.boolean() }),
    reply: Message,
  },
  changePassword: {
    method: 'POST',
    path: '/account/password',
    access: 'session',
    body: z.object({ password: formText, new_password: formText }),
    reply: Message,
  },
  /** Mails a link to the new address; `confirmAddress` is what it opens. */
  changeAddress: {
    method: 'POST',
    path: '/account/address',
    access: 'person',
    body: z.object({ password: formText, email: formText }),
    reply: Message,
  },
  confirmAddress: {
    method: 'POST',
    path: '/auth/confirm-address',
    access: 'anyone',
    work: 'limited',
    body: z.object({ token: formText }),
    reply: z.object({ msg: sentText, email: sentText }),
  },
  beginSecondFactor: {
    method: 'POST',
    path: '/account/second-factor',
    access: 'session',
    body: z.object({ password: formText }),
    /** The secret in base32, and the otpauth address of a QR code. */
    reply: z.object({ secret: sentText, address: sentText }),
  },
  confirmSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/confirm',
    access: 'session',
    body: z.object({ code: formText }),
    reply: Codes,
  },
  renewRecoveryCodes: {
    method: 'POST',
    path: '/account/second-factor/recovery-codes',
    access: 'session',
    body: z.object({ password: formText, code: formText }),
    reply: Codes,
  },
  removeSecondFactor: {
    method: 'POST',
    path: '/account/second-factor/remove',
    access: 'session',
    body: z.object({ password: formText, code: formText }),
    reply: Message,
  },
  endSession: {
    method: 'DELETE',
    path: '/account/sessions/:id',
    access: 'session',
    params: z.object({ id: Id }),
    reply: Message,
  },
  endOtherSessions: { method: 'POST', path: '/account/sessions/end-others', access: 'session', reply: Message },
});
