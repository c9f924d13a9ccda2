import { z } from 'zod';
import { formText as text } from './form-text.ts';
import { routes } from './route.ts';

export const Plan = z.enum(['free', 'executive', 'professional']);
export type Plan = z.infer<typeof Plan>;

export const SubscriptionStatus = z.enum(['active', 'canceled', 'inactive']);
export type SubscriptionStatus = z.infer<typeof SubscriptionStatus>;

const Id = z.uuid();

/** The signed-in subscriber. Dates are ISO 8601 in UTC; null until the address is verified. */
export const Profile = z.object({
  id: Id,
  email: z.string(),
  firstname: z.string(),
  lastname: z.string(),
  plan: Plan,
  subscription_status: SubscriptionStatus,
  membership_start: z.iso.datetime().nullable(),
  membership_end: z.iso.datetime().nullable(),
  membership_expired: z.boolean(),
  /** Chosen at the registration and to be paid for: until its checkout was opened or dismissed, or a plan was given. */
  wanted_plan: z.enum(['professional']).nullable(),
});
export type Profile = z.infer<typeof Profile>;

/** A profile with the opaque bearer token of its session. */
export const UserSession = Profile.extend({ token: z.string() });
export type UserSession = z.infer<typeof UserSession>;

/**
 * What a browser keeps of a sign-in and sends with the next one, so that the tries of strangers do not count for it.
 * It opens nothing.
 */
export const Device = z.string().max(100).optional();
export const NewDevice = z.string().optional();

/** A session as it begins. */
export const NewSession = UserSession.extend({ device: NewDevice });
export type NewSession = z.infer<typeof NewSession>;

const Message = z.object({ msg: z.string() });

export const accountRoutes = routes({
  register: {
    method: 'POST',
    path: '/auth/register',
    access: 'anyone',
    work: 'limited',
    body: z.object({
      firstname: text,
      lastname: text,
      email: text,
      password: text,
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
    query: z.object({ token: text, device: Device }),
    reply: NewSession,
  },
  login: {
    method: 'POST',
    path: '/auth/login',
    access: 'anyone',
    work: 'limited',
    /** `code`: of the authenticator app, or a recovery code; asked for with the problem `second_factor_needed`. */
    body: z.object({ email: text, password: text, device: Device, code: z.string().max(100).optional() }),
    reply: NewSession,
  },
  check: { method: 'POST', path: '/auth/check', access: 'member', reply: Profile },
  profile: {
    method: 'POST',
    path: '/auth/',
    access: 'member',
    body: z.object({ userId: Id }),
    reply: z.object({ data: Profile }),
  },
  /** The plan chosen at the registration is not to be paid for now. */
  dismissWantedPlan: { method: 'POST', path: '/auth/wanted-plan/dismiss', access: 'member', reply: Profile },
  logout: { method: 'POST', path: '/auth/logout', access: 'member', reply: Message },
  requestReset: {
    method: 'POST',
    path: '/auth/request-reset',
    access: 'anyone',
    work: 'limited',
    errorField: true,
    body: z.object({ email: text }),
    reply: Message,
  },
  resetPassword: {
    method: 'POST',
    path: '/auth/reset-password',
    access: 'anyone',
    work: 'limited',
    errorField: true,
    body: z.object({ email: text, token: text, password: text, device: Device }),
    reply: Message.extend({ device: NewDevice }),
  },
});
