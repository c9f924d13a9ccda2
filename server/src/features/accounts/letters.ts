import type { Note } from '../mails/compose.ts';

type Sender = { brand: string; publicUrl: string };
type Reader = { email: string; firstname: string };

const greeting = ({ firstname }: Reader): string => `Hello ${firstname},`;

/** A plan that is bought after the first sign-in stands in the link, which is where people sign in first. */
export const verificationLetter = (
  { brand, publicUrl }: Sender,
  reader: Reader & { wanted_plan: string | null },
  token: string,
): Note => ({
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
  footnote:
    'This link works once and for 24 hours. If you did not register, please ignore this mail: without the click nothing happens.',
});

export const resetLetter = ({ brand, publicUrl }: Sender, reader: Reader, token: string): Note => ({
  subject: `Choose a new password for ${brand}`,
  preview: 'The link to choose a new password.',
  greeting: greeting(reader),
  paragraphs: [`Somebody asked to reset the password of your ${brand} account. If it was you, choose a new one here.`],
  action: {
    label: 'Choose a new password',
    url: `${publicUrl}/reset-password?token=${token}&email=${encodeURIComponent(reader.email)}`,
  },
  footnote:
    'This link works once and for 1 hour. If it was not you, please ignore this mail: your password stays as it is.',
});

export const passwordChangedLetter = ({ brand, publicUrl }: Sender, reader: Reader): Note => ({
  subject: `Your ${brand} password has been changed`,
  preview: 'You have been signed out everywhere.',
  greeting: greeting(reader),
  paragraphs: [`The password of your ${brand} account has just been changed, and every device has been signed out.`],
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
