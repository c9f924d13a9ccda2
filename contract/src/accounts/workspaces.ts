import { z } from 'zod';
import { routes } from '../route.ts';
import { Rights, Role } from '../rules/rights.ts';
import { boundedText, formText, sentText, shownText } from '../text.ts';
import { Device, NewSession } from './accounts.ts';

const Message = z.object({ msg: sentText });
const Id = z.uuid();
const When = z.iso.datetime();

/** Name that people give a workspace. */
export const WorkspaceName = shownText(100);

const OwnWorkspace = z.object({
  id: Id,
  /** One without a name is called by its first owner's. */
  name: sentText,
  role: Role,
  people: z.number(),
  /** Whether others are in it, or invited. */
  is_shared: z.boolean(),
  /** Whether it ever had a plan; one that did not begins its trial with `startOwn`, or a plan. */
  started: z.boolean(),
  is_personal: z.boolean(),
});
export type OwnWorkspace = z.infer<typeof OwnWorkspace>;

/** Places of a plan, open invitations among those taken. */
const Places = z.object({ taken: z.number(), of: z.number() });

const PersonName = z.object({ id: Id, firstname: sentText, lastname: sentText });

const HandOver = z.object({
  from: PersonName,
  to: PersonName,
  ends: When,
  /** Whether it is offered to whoever asks. */
  is_for_you: z.boolean(),
});

const WorkspaceState = z.object({
  id: Id,
  /** Empty where nobody gave it one. */
  name: sentText,
  shown_name: sentText,
  role: Role,
  rights: Rights,
  is_shared: z.boolean(),
  billing_by_admins: z.boolean(),
  viewers_ask: z.boolean(),
  viewers_download: z.boolean(),
  /** Owners, admins and editors. */
  seats: Places,
  viewers: Places,
  /** Shown to owners, and to whom it is offered. */
  handover: HandOver.nullable(),
  /** Whether a voice called like the person who asks may be kept and recognised. */
  voice_consent: z.boolean(),
});
export type WorkspaceState = z.infer<typeof WorkspaceState>;

const WorkspacePerson = PersonName.extend({
  /** Null for those who do not manage people. */
  email: sentText.nullable(),
  role: Role,
  /** Null as the email is, and for who has not been here. */
  last_seen: When.nullable(),
  /** Open share links they made. */
  links: z.number(),
  is_you: z.boolean(),
});
export type WorkspacePerson = z.infer<typeof WorkspacePerson>;

const Invitation = z.object({
  id: Id,
  email: sentText,
  role: Role,
  /** Email of whoever invites; null when they have gone. */
  invited_by: sentText.nullable(),
  created_at: When,
  expires_at: When,
  expired: z.boolean(),
});
export type Invitation = z.infer<typeof Invitation>;

/** Proves again who asks: by password; by a code, or a sign-in just now, where the account has none. */
const proof = { password: formText, code: boundedText(100).optional() };

const Token = z.object({ token: boundedText(200) });

/**
 * `joined`: the account of the address is in the workspace; `full`: no place is left; `deactivated`: that account
 * opens nothing.
 */
export const invitationStates = ['open', 'used', 'revoked', 'expired', 'joined', 'deactivated', 'full'] as const;

/** Invitation as whoever holds its link may see it: no word of a stranger. */
const OpenedInvitation = z.object({
  state: z.enum(invitationStates),
  role: Role,
  /** The address it is for, masked. */
  email: sentText,
  /** Proved email of whoever invites. */
  invited_by: sentText.nullable(),
  has_account: z.boolean(),
  /** Whether a new account has a password; else the company signs people in. */
  passwords: z.boolean(),
});
export type OpenedInvitation = z.infer<typeof OpenedInvitation>;

/** Workspaces of a person, and the people of the workspace of a call. */
export const workspaceRoutes = routes({
  list: { method: 'GET', path: '/workspaces', access: 'person', reply: z.object({ data: z.array(OwnWorkspace) }) },
  /** Throws `workspaces_too_many`. */
  create: {
    method: 'POST',
    path: '/workspaces',
    access: 'person',
    body: z.object({ name: WorkspaceName }),
    reply: z.object({ id: Id }),
  },
  /** Begins the trial of an invited person's own workspace. Throws `trial_begun`. */
  startOwn: { method: 'POST', path: '/workspaces/start-own', access: 'person', reply: z.object({ id: Id }) },
  state: {
    method: 'GET',
    path: '/workspace',
    access: 'member',
    right: 'watch',
    reply: z.object({ data: WorkspaceState }),
  },
  /** `billing_by_admins`: an owner alone. */
  change: {
    method: 'PATCH',
    path: '/workspace',
    access: 'member',
    right: 'manage',
    body: z.object({
      name: WorkspaceName.optional(),
      viewers_ask: z.boolean().optional(),
      viewers_download: z.boolean().optional(),
      billing_by_admins: z.boolean().optional(),
    }),
    reply: Message,
  },
  consent: {
    method: 'PATCH',
    path: '/workspace/consent',
    access: 'member',
    right: 'watch',
    body: z.object({ voice: z.boolean() }),
    reply: Message,
  },
  /** Lists who came first first. `invitations`: for those who manage people. */
  people: {
    method: 'GET',
    path: '/workspace/people',
    access: 'member',
    right: 'watch',
    reply: z.object({
      data: z.object({ people: z.array(WorkspacePerson), invitations: z.array(Invitation).nullable() }),
    }),
  },
  /** Throws `already_in_workspace`, `invited_already`, `people_full`, `membership_expired`, `too_many_invitations`. */
  invite: {
    method: 'POST',
    path: '/workspace/invitations',
    access: 'active',
    right: 'manage',
    body: z.object({ email: formText, role: Role }),
    reply: z.object({ msg: sentText, id: Id }),
  },
  /** With a new link; the old one ends. */
  sendAgain: {
    method: 'POST',
    path: '/workspace/invitations/:id/send',
    access: 'active',
    right: 'manage',
    params: z.object({ id: Id }),
    reply: Message,
  },
  revokeInvitation: {
    method: 'DELETE',
    path: '/workspace/invitations/:id',
    access: 'member',
    right: 'manage',
    params: z.object({ id: Id }),
    reply: Message,
  },
  /** Throws `role_too_low`, `last_owner`, `people_full`. */
  changeRole: {
    method: 'PATCH',
    path: '/workspace/people/:userId',
    access: 'member',
    right: 'manage',
    params: z.object({ userId: Id }),
    body: z.object({ role: Role }),
    reply: Message,
  },
  /** Throws `role_too_low`, `last_owner`. */
  remove: {
    method: 'DELETE',
    path: '/workspace/people/:userId',
    access: 'member',
    right: 'manage',
    params: z.object({ userId: Id }),
    query: z.object({ links: z.enum(['revoke', 'keep']).default('keep') }),
    reply: Message,
  },
  /** Names the workspace that is open to the person next. Throws `last_owner`. */
  leave: {
    method: 'POST',
    path: '/workspace/leave',
    access: 'member',
    right: 'watch',
    reply: z.object({ msg: sentText, workspace: Id }),
  },
  offerHandOver: {
    method: 'POST',
    path: '/workspace/handover',
    access: 'member',
    right: 'own',
    body: z.object({ user_id: Id, ...proof }),
    reply: Message,
  },
  withdrawHandOver: { method: 'DELETE', path: '/workspace/handover', access: 'member', right: 'own', reply: Message },
  /** Throws `handover_gone`. */
  acceptHandOver: {
    method: 'POST',
    path: '/workspace/handover/accept',
    access: 'member',
    right: 'watch',
    reply: Message,
  },
  declineHandOver: {
    method: 'POST',
    path: '/workspace/handover/decline',
    access: 'member',
    right: 'watch',
    reply: Message,
  },
  /** `name`: its name, typed. Throws `workspace_name_wrong`. */
  delete: {
    method: 'POST',
    path: '/workspace/delete',
    access: 'member',
    right: 'own',
    body: z.object({ name: formText, ...proof }),
    reply: z.object({ msg: sentText, workspace: Id }),
  },
});

/** Opens the link of an invitation. Scanners of mail open links too, so all ask by POST. */
export const invitationRoutes = routes({
  /** Throws `invitation_unknown`. */
  open: {
    method: 'POST',
    path: '/invitations/open',
    access: 'anyone',
    work: 'limited',
    body: Token,
    reply: z.object({ data: OpenedInvitation }),
  },
  /** Adds the workspace, which the invited person alone may know. Throws `invitation_other_address`. */
  openSignedIn: {
    method: 'POST',
    path: '/invitations/open-signed-in',
    access: 'person',
    body: Token,
    reply: z.object({ data: OpenedInvitation.extend({ workspace: sentText }) }),
  },
  /** Makes the account. Throws `email_taken` where there is one, `passwords_off`, and as `join`. */
  accept: {
    method: 'POST',
    path: '/invitations/accept',
    access: 'anyone',
    work: 'limited',
    body: Token.extend({ firstname: formText, lastname: formText, password: formText, device: Device }),
    reply: NewSession,
  },
  /**
   * Throws `invitation_other_address`, `invitation_used`, `invitation_revoked`, `invitation_expired`,
   * `already_in_workspace`, `people_full`.
   */
  join: {
    method: 'POST',
    path: '/invitations/join',
    access: 'person',
    body: Token,
    reply: z.object({ msg: sentText, workspace: Id }),
  },
  /** Asks whoever invited for a new link in the place of one that has expired. */
  askAgain: {
    method: 'POST',
    path: '/invitations/ask-again',
    access: 'anyone',
    work: 'limited',
    body: Token,
    reply: Message,
  },
});
