import { z } from 'zod';
import { routes } from '../route.ts';
import { Rights, Role } from '../rules/rights.ts';
import { boundedText, formText, sentText } from '../text.ts';

export const Plan = z.enum(['free', 'executive', 'professional']);
export type Plan = z.infer<typeof Plan>;

export const SubscriptionStatus = z.enum(['active', 'canceled', 'inactive']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

const Id = z.uuid();

/** The signed-in subscriber. Dates are ISO 8601 in UTC; null until the address is verified. */
export const Profile = z.object({
  id: Id,
  email: sentText,
  firstname: sentText,
  lastname: sentText,
  plan: Plan,
  subscription_status: SubscriptionStatus,
  membership_start: z.iso.datetime().nullable(),
  membership_end: z.iso.datetime().nullable(),
  membership_expired: z.boolean(),
  /** It goes on until its end although its renewal was not paid. */
  payment_due: z.boolean(),
  /** Chosen at the registration and to be paid for: until its checkout was opened or dismissed, or a plan was given. */
  wanted_plan: z.enum(['professional']).nullable(),
  /** The workspace to which the plan belongs, and what the person may do there. */
  workspace: z.object({ id: Id, role: Role, rights: Rights }),
});
export type Profile = z.infer<typeof Profile>;

/** A profile with the opaque bearer token of its session. */
export const UserSession = Profile.extend({ token: sentText });
export type UserSession = z.infer<typeof UserSession>;

/**
 * Device token from a sign-in, sent with the next one so that strangers' attempts do not count against it. Grants no
 * access.
 */
export const Device = boundedText(100).optional();
export const NewDevice = sentText.optional();

/** A session as it begins. */
export const NewSession = UserSession.extend({ device: NewDevice });
export type NewSession = z.infer<typeof NewSession>;

const Message = z.object({ msg: sentText });

/** Logging out; the browser then ends its session at the company, where that has a page for it. */
export const LoggedOut = Message.extend({ end_session: sentText.optional() });
export type LoggedOut = z.infer<typeof LoggedOut>;

export const accountRoutes = routes({
  register: {
    method: 'POST',
    path: '/auth/register',
    access: 'anyone',
    work: 'limited',
    body: z.object({
      firstname: formText,
      lastname: formText,
      email: formText,
      password: formText,
      plan: Plan.optional().catch(undefined),
    }),
    /** `registration` is known to nobody else: with it the mail is asked for once more. */
    reply: Message.extend({ registration: Id }),
  },
  registerAgain: {
    method: 'POST',
    path: '/auth/register/again',
    access: 'anyone',
    work: 'limited',
    body: z.object({ registration: Id }),
    reply: Message,
  },
  verify: {
    method: 'GET',
    path: '/auth/verify',
    access: 'anyone',
    work: 'limited',
    query: z.object({ token: formText, device: Device }),
    reply: NewSession,
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    work: 'limited',
    /** `code`: of the authenticator app, or a recovery code; asked for with the problem `second_factor_needed`. */
    body: z.object({ email: formText, password: formText, device: Device, code: boundedText(100).optional() }),
    reply: NewSession,
  },
  check: { method: 'POST', path: '/auth/check', access: 'person', reply: Profile },
  profile: {
    method: 'POST',
    path: '/auth/',
    access: 'person',
    body: z.object({ userId: Id }),
    reply: z.object({ data: Profile }),
  },
  /** The plan chosen at the registration is not to be paid for now. */
  dismissWantedPlan: {
    method: 'POST',
    path: '/auth/wanted-plan/dismiss',
    access: 'member',
    right: 'bill',
    reply: Profile,
  },
  logout: { method: 'POST', path: '/auth/logout', access: 'person', allowedWhenDue: true, reply: LoggedOut },
  requestReset: {
    method: 'POST',
    path: '/auth/request-reset',
    access: 'anyone',
    work: 'limited',
    errorField: true,
    body: z.object({ email: formText }),
    reply: Message,
  },
  /** `email` is that of the account. Throws `token_invalid`. */
  checkReset: {
    method: 'POST',
    path: '/auth/check-reset',
    access: 'anyone',
    work: 'limited',
    body: z.object({ token: formText }),
    reply: Message.extend({ email: sentText }),
  },
  /** The token alone names the account; `email` is not looked at. */
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    work: 'limited',
    errorField: true,
    body: z.object({ email: formText, token: formText, password: formText, device: Device }),
    reply: Message.extend({ device: NewDevice }),
  },
});
