import type { Note } from '../mails/compose.ts';
import type { MailToken } from './mail-tokens.ts';

type Sender = { brand: string; publicUrl: string };
type Reader = { email: string; firstname: string };

const greeting = ({ firstname }: Reader): string => `Hello ${firstname},`;

/** A plan that is bought after the first sign-in stands in the link, which is where people sign in first. */
export const verificationLetter = (
  { brand, publicUrl }: Sender,
  reader: Reader & { wanted_plan: string | null },
  { token, ends }: MailToken,
): Note => ({
  ends,
  subject: `Verify your email address for ${brand}`,
  preview: 'One click, and your account is ready.',
  greeting: greeting(reader),
  paragraphs: [
    `Thank you for registering with ${brand}. Please confirm that this email address is yours; you will be signed in at once.`,
  ],
  action: {
    label: 'Verify email address',
    url: `${publicUrl}/verify-email?token=${token}${reader.wanted_plan ? `&plan=${reader.wanted_plan}` : ''}`,
  },
  footnote: 'This link works once, within 24 hours. If you did not register, ignore this email.',
});

export const resetLetter = ({ brand, publicUrl }: Sender, reader: Reader, { token, ends }: MailToken): Note => ({
  ends,
  subject: `Choose a new password for ${brand}`,
  preview: 'The link to choose a new password.',
  greeting: greeting(reader),
  paragraphs: [`We received a request to reset your password for ${brand}. Choose a new one here.`],
  action: {
    label: 'Choose a new password',
    url: `${publicUrl}/reset-password?token=${token}&email=${encodeURIComponent(reader.email)}`,
  },
  footnote:
    'This link works once, within 1 hour. If you did not ask for it, ignore this email: your password stays as it is.',
});

export const passwordChangedLetter = ({ brand, publicUrl }: Sender, reader: Reader): Note => ({
  subject: `Your ${brand} password has been changed`,
  preview: 'All other devices have been signed out.',
  greeting: greeting(reader),
  paragraphs: [
    `The password of your ${brand} account has just been changed, and all other devices have been signed out.`,
  ],
  action: { label: 'Sign in', url: `${publicUrl}/login` },
  footnote: `If it was not you, reset the password at once: ${publicUrl}/forgot-password`,
});

/** To the owner of an address that somebody tried to register again; the page does not tell that the account exists. */
export const alreadyRegisteredLetter = ({ brand, publicUrl }: Sender, reader: Reader): Note => ({
  subject: `You already have a ${brand} account`,
  preview: 'Sign in, or choose a new password.',
  greeting: greeting(reader),
  paragraphs: [
    `Somebody tried to register with this email address, which already has a ${brand} account. Nothing has been changed.`,
    `If it was you, please sign in. If you forgot the password, choose a new one: ${publicUrl}/forgot-password`,
  ],
  action: { label: 'Sign in', url: `${publicUrl}/login` },
  footnote: 'If it was not you, please ignore this mail.',
});

/** To a new address, which the link proves. */
export const newAddressLetter = ({ brand, publicUrl }: Sender, reader: Reader, { token, ends }: MailToken): Note => ({
  ends,
  subject: `Confirm your new email address for ${brand}`,
  preview: 'One click, and your account has this address.',
  greeting: greeting(reader),
  paragraphs: [
    `Somebody wants to use this email address for their ${brand} account. If it was you, please confirm it.`,
  ],
  action: { label: 'Confirm this address', url: `${publicUrl}/confirm-address?token=${token}` },
  footnote: 'This link works once, within 24 hours. If you did not ask for it, ignore this email.',
});

/** To the address an account has, when another one is asked for. */
export const addressChangeLetter = ({ brand, publicUrl }: Sender, reader: Reader, email: string): Note => ({
  subject: `Your ${brand} account is to get another email address`,
  preview: 'Nothing to do, if it was you.',
  greeting: greeting(reader),
  paragraphs: [
    `Somebody who is signed in to your ${brand} account asked for ${email} as its address. It changes once the link we have sent there is opened.`,
  ],
  action: { label: 'Look at your account', url: `${publicUrl}/asset/account` },
  footnote: `If it was not you, reset the password at once, and the link is dead: ${publicUrl}/forgot-password`,
});

/** To the address an account had. */
export const addressChangedLetter = ({ brand, publicUrl }: Sender, reader: Reader, email: string): Note => ({
  subject: `Your ${brand} account has another email address`,
  preview: `It is now ${email}.`,
  greeting: greeting(reader),
  paragraphs: [
    `The email address of your ${brand} account has been changed to ${email}. Please sign in with that one.`,
  ],
  footnote: `If it was not you, please write to us at once: ${publicUrl}/contact`,
});

export const secondFactorLetter = (
  { brand, publicUrl }: Sender,
  reader: Reader,
  change: 'added' | 'removed' | 'reset',
): Note => ({
  subject: change === 'added' ? `${brand} now asks you for a code` : `${brand} no longer asks you for a code`,
  preview: 'A change to how you sign in.',
  greeting: greeting(reader),
  paragraphs: [
    {
      added: `Signing in to your ${brand} account now takes your password and a code of your authenticator app. Please keep the recovery codes where you find them without your phone.`,
      removed: `The second factor of your ${brand} account has been removed: your password alone signs you in.`,
      reset: `An administrator has reset the second factor of your ${brand} account: your password alone signs you in. You can set up an authenticator app again on your account page.`,
    }[change],
  ],
  footnote: `If it was not you, reset the password at once: ${publicUrl}/forgot-password`,
});
