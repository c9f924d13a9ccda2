import { formatGreeting, type Note, type Sender } from '../mail/compose.ts';
import type { MailToken } from './mail-tokens.ts';

type Reader = { email: string; firstname: string };

/** To an address that nobody has proved to be theirs: whoever gave it must not put words into our mail. */
const toAnybody = 'Hello,';

export const verificationEmail = ({ brand, publicUrl }: Sender, { token, ends }: MailToken): Note => ({
  ends,
  subject: `Verify your email address for ${brand}`,
  preview: 'One click, and your account is ready.',
  greeting: toAnybody,
  paragraphs: [
    `Thank you for registering with ${brand}. Please confirm that this email address is yours; you will be signed in right away.`,
  ],
  action: {
    label: 'Verify email address',
    url: `${publicUrl}/verify-email?token=${token}`,
  },
  footnote: 'This link works once, within 24 hours. If you did not register, ignore this email.',
});

/** `firstname` is known of those whose address is proved. */
export const passwordResetEmail = (
  { brand, publicUrl }: Sender,
  { email, firstname }: { email: string; firstname?: string },
  { token, ends }: MailToken,
): Note => ({
  ends,
  subject: `Choose a new password for ${brand}`,
  preview: 'Use this link to choose a new password.',
  greeting: firstname === undefined ? toAnybody : formatGreeting({ firstname }),
  paragraphs: [`We received a request to reset your password for ${brand}. Choose a new one here.`],
  action: {
    label: 'Choose a new password',
    url: `${publicUrl}/reset-password?token=${token}&email=${encodeURIComponent(email)}`,
  },
  footnote:
    'This link works once, within 1 hour. If you did not request it, ignore this email: your password stays the same.',
});

export const passwordChangedEmail = ({ brand, publicUrl }: Sender, reader: Reader): Note => ({
  subject: `Your ${brand} password has been changed`,
  preview: 'All other devices have been signed out.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `The password of your ${brand} account has just been changed, and all other devices have been signed out.`,
  ],
  action: { label: 'Sign in', url: `${publicUrl}/login` },
  footnote: `If this was not you, reset your password now: ${publicUrl}/forgot-password`,
});

/** To the owner of an address that somebody tried to register again; the page does not tell that the account exists. */
export const alreadyRegisteredEmail = ({ brand, publicUrl }: Sender, reader: Reader): Note => ({
  subject: `You already have a ${brand} account`,
  preview: 'Sign in, or choose a new password.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `Someone tried to register with this email address, which already has a ${brand} account. Nothing has been changed.`,
    `If it was you, please sign in. If you have forgotten your password, choose a new one: ${publicUrl}/forgot-password`,
  ],
  action: { label: 'Sign in', url: `${publicUrl}/login` },
  footnote: 'If this was not you, please ignore this email.',
});

/** To a new address, which the link proves. */
export const newEmailConfirmationEmail = ({ brand, publicUrl }: Sender, { token, ends }: MailToken): Note => ({
  ends,
  subject: `Confirm your new email address for ${brand}`,
  preview: 'One click makes this your email address.',
  greeting: toAnybody,
  paragraphs: [`Someone wants to use this email address for their ${brand} account. If it was you, please confirm it.`],
  action: { label: 'Confirm this address', url: `${publicUrl}/confirm-address?token=${token}` },
  footnote: 'This link works once, within 24 hours. If you did not request it, ignore this email.',
});

/** To the address an account has, when another one is asked for. */
export const emailChangeRequestedEmail = ({ brand, publicUrl }: Sender, reader: Reader, email: string): Note => ({
  subject: `Someone asked to change the email address of your ${brand} account`,
  preview: 'If this was you, there is nothing to do.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `Someone who is signed in to your ${brand} account asked to change its address to ${email}. It will change once the link we have sent there is opened.`,
  ],
  action: { label: 'Look at your account', url: `${publicUrl}/asset/account` },
  footnote: `If this was not you, reset your password now; that also cancels the link: ${publicUrl}/forgot-password`,
});

/** To the address an account had. */
export const emailChangedEmail = ({ brand, publicUrl }: Sender, reader: Reader, email: string): Note => ({
  subject: `The email address of your ${brand} account has been changed`,
  preview: `It is now ${email}.`,
  greeting: formatGreeting(reader),
  paragraphs: [
    `The email address of your ${brand} account has been changed to ${email}. Please sign in with that one.`,
  ],
  footnote: `If this was not you, please contact us immediately: ${publicUrl}/contact`,
});

/** To whose account a company's sign-in opens from now on. */
export const companyConnectedEmail = ({ brand, publicUrl }: Sender, reader: Reader): Note => ({
  subject: `Your ${brand} account is now opened by your company`,
  preview: 'You sign in with your company from now on.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `Your ${brand} account has just been connected to the sign-in of your company, which opens it from now on.`,
  ],
  footnote: `If this was not you, please contact us immediately: ${publicUrl}/contact`,
});

export const secondFactorEmail = (
  { brand, publicUrl }: Sender,
  reader: Reader,
  change: 'added' | 'removed' | 'reset',
): Note => ({
  subject: change === 'added' ? `${brand} now asks you for a code` : `${brand} no longer asks you for a code`,
  preview: 'A change to how you sign in.',
  greeting: formatGreeting(reader),
  paragraphs: [
    {
      added: `You now need your password and a code from your authenticator app to sign in to ${brand}. Keep your recovery codes somewhere you can reach without your phone.`,
      removed: `Two-factor authentication has been turned off for your ${brand} account. You now sign in with your password only.`,
      reset: `An administrator has reset two-factor authentication for your ${brand} account. You now sign in with your password only. You can set up an authenticator app again on your account page.`,
    }[change],
  ],
  footnote: `If this was not you, reset your password now: ${publicUrl}/forgot-password`,
});
