import type { Role } from '@lectern/contract/rules/rights';
import { formatGreeting, type Note, type Sender } from '../../mail/compose.ts';

type Reader = { firstname: string };

/** A workspace as a sentence calls it, and who did something there. */
type Told = { workspace: string; by: string };

/** A role in a sentence. */
export const aRole: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  admin: 'an admin',
  editor: 'an editor',
  viewer: 'a viewer',
};

/** To an address that nobody has proved, so it repeats no word that somebody typed. */
export const invitationEmail = (
  { brand, publicUrl }: Sender,
  { inviter, role, token, ends }: { inviter: string; role: Role; token: string; ends: Date },
): Note => ({
  ends,
  subject: `You are invited to ${brand}`,
  preview: 'Open the invitation to accept it.',
  greeting: 'Hello,',
  paragraphs: [`${inviter} invites you to a library of webinars on ${brand}, as ${aRole[role]}.`],
  action: { label: 'Open the invitation', url: `${publicUrl}/invitation?token=${token}` },
  footnote:
    'This link works once, within 7 days, and for this email address only. If you do not know who invites you, ignore this email.',
});

/** To whoever invited. */
export const joinedEmail = (
  { brand, publicUrl }: Sender,
  reader: Reader,
  { workspace, by, role }: Told & { role: Role },
): Note => ({
  subject: `${by} has accepted your invitation`,
  preview: `They are in ${workspace} now.`,
  greeting: formatGreeting(reader),
  paragraphs: [`${by} is now in ${workspace} on ${brand}, as ${aRole[role]}.`],
  action: { label: 'Look at the people', url: `${publicUrl}/asset/workspace` },
  footnote: 'You get this email because you invited them.',
});

/** To whoever invited, or the owners: the link has expired that somebody opened. */
export const askedAgainEmail = ({ brand, publicUrl }: Sender, reader: Reader, { workspace, by }: Told): Note => ({
  subject: `${by} asks for a new invitation`,
  preview: 'The one you sent has expired.',
  greeting: formatGreeting(reader),
  paragraphs: [`Your invitation of ${by} to ${workspace} on ${brand} has expired, and they ask for a new one.`],
  action: { label: 'Send it again', url: `${publicUrl}/asset/workspace` },
  footnote: 'If you do not want them there any more, ignore this email.',
});

export const roleChangedEmail = (
  { brand, publicUrl }: Sender,
  reader: Reader,
  { workspace, by, role }: Told & { role: Role },
): Note => ({
  subject: `Your role on ${brand} has changed`,
  preview: `You are ${aRole[role]} now.`,
  greeting: formatGreeting(reader),
  paragraphs: [`${by} has made you ${aRole[role]} of ${workspace}.`],
  action: { label: 'Open the library', url: `${publicUrl}/asset` },
  footnote: 'You get this email because it changes what you may do there.',
});

export const removedEmail = ({ brand, publicUrl }: Sender, reader: Reader, { workspace, by }: Told): Note => ({
  subject: `You have been removed from a workspace on ${brand}`,
  preview: 'What you made there stays there.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `${by} has removed you from ${workspace}. What you made there stays there, and you cannot open it any more.`,
  ],
  action: { label: 'Open your own library', url: `${publicUrl}/asset` },
  footnote: 'Your account stays as it is.',
});

export const workspaceDeletedEmail = ({ brand, publicUrl }: Sender, reader: Reader, { workspace, by }: Told): Note => ({
  subject: `A workspace on ${brand} has been deleted`,
  preview: 'Its recordings are gone.',
  greeting: formatGreeting(reader),
  paragraphs: [`${by} has deleted ${workspace}, with all its recordings and what was made of them.`],
  action: { label: 'Open your own library', url: `${publicUrl}/asset` },
  footnote: 'Your account stays as it is.',
});

const handOverWords = {
  offered: {
    subject: 'You are offered a workspace',
    text: ({ workspace, by }: Told) =>
      `${by} wants to hand ${workspace} over to you. If you accept, you are its owner: its plan, its payments and its people are yours to decide. The offer ends in 7 days.`,
    label: 'Look at the offer',
  },
  accepted: {
    subject: 'The hand-over is done',
    text: ({ workspace, by }: Told) => `${by} is now an owner of ${workspace}. You have become an admin.`,
    label: 'Look at the workspace',
  },
  declined: {
    subject: 'The hand-over was declined',
    text: ({ workspace, by }: Told) => `${by} does not want to take ${workspace} over. It is still yours.`,
    label: 'Look at the workspace',
  },
  withdrawn: {
    subject: 'The offer of a workspace was withdrawn',
    text: ({ workspace, by }: Told) => `${by} no longer wants to hand ${workspace} over to you. Nothing has changed.`,
    label: 'Look at the workspace',
  },
} as const;

export const handOverEmail = (
  { brand, publicUrl }: Sender,
  reader: Reader,
  step: keyof typeof handOverWords,
  told: Told,
): Note => {
  const { subject, text, label } = handOverWords[step];
  return {
    subject: `${subject} on ${brand}`,
    preview: text(told),
    greeting: formatGreeting(reader),
    paragraphs: [text(told)],
    action: { label, url: `${publicUrl}/asset/workspace` },
    footnote: 'You get this email because you are one of the two people of this hand-over.',
  };
};
