import { formatGreeting, type Note, type Sender } from '../../mail/compose.ts';

type Reader = { firstname: string };

/** A key as its person calls it, and where it works. */
type Told = { name: string; prefix: string; workspace: string };

export const keyCreatedEmail = (
  { brand, publicUrl }: Sender,
  reader: Reader,
  { name, prefix, workspace, scopes }: Told & { scopes: readonly string[] },
): Note => ({
  subject: `A new API key opens your ${brand} account`,
  preview: 'If this was you, there is nothing to do.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `The API key “${name}” (${prefix}…) has just been created with your account. Who has it can call ${brand} as you in ${workspace}, for: ${scopes.join(', ')}.`,
  ],
  action: { label: 'Look at your keys', url: `${publicUrl}/asset/workspace?part=keys` },
  footnote: `If this was not you, revoke the key and reset your password now: ${publicUrl}/forgot-password`,
});

/** To the person of a key that somebody else has revoked. */
export const keyRevokedEmail = (
  { brand, publicUrl }: Sender,
  reader: Reader,
  { name, prefix, workspace, by }: Told & { by: string },
): Note => ({
  subject: `An API key of yours on ${brand} has been revoked`,
  preview: 'It does not work any more.',
  greeting: formatGreeting(reader),
  paragraphs: [
    `${by} has revoked your API key “${name}” (${prefix}…) in ${workspace}. Programs that use it are refused from now on.`,
  ],
  action: { label: 'Look at your keys', url: `${publicUrl}/asset/workspace?part=keys` },
  footnote: 'You get this email because you made that key.',
});
