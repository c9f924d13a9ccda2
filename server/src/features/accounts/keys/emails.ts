import { formatGreeting, type Note, type Sender } from '../../mail/compose.ts';

type Reader = { firstname: string };

/** A key as people know it: by its beginning or, of an app, by where that says who it is. */
export type NamedKey = { name: string; prefix: string; client_id: string | null };

/** A key as its person calls it, and where it works. */
type Told = NamedKey & { workspace: string };

export function keyCreatedEmail(
  { brand, publicUrl }: Sender,
  reader: Reader,
  { name, prefix, client_id: client, workspace, scopes }: Told & { scopes: readonly string[] },
): Note {
  const may = `call ${brand} as you in ${workspace}, for: ${scopes.join(', ')}.`;
  return {
    subject:
      client === null ? `A new API key opens your ${brand} account` : `An app has access to your ${brand} account`,
    preview: 'If this was you, there is nothing to do.',
    greeting: formatGreeting(reader),
    paragraphs: [
      client === null
        ? `The API key “${name}” (${prefix}…) has just been created with your account. Who has it can ${may}`
        : `The app “${name}” of ${new URL(client).host} has just been connected with your account. It can ${may}`,
    ],
    action: { label: 'Look at your keys', url: `${publicUrl}/asset/workspace?part=keys` },
    footnote: `If this was not you, revoke ${client === null ? 'the key' : 'its access'} and reset your password now: ${publicUrl}/forgot-password`,
  };
}

/** To the person of a key that somebody else has revoked. */
export function keyRevokedEmail(
  { brand, publicUrl }: Sender,
  reader: Reader,
  { name, prefix, client_id: client, workspace, by }: Told & { by: string },
): Note {
  return {
    subject:
      client === null
        ? `An API key of yours on ${brand} has been revoked`
        : `An app has no access to your ${brand} account any more`,
    preview: 'It does not work any more.',
    greeting: formatGreeting(reader),
    paragraphs: [
      client === null
        ? `${by} has revoked your API key “${name}” (${prefix}…) in ${workspace}. Programs that use it are refused from now on.`
        : `${by} has disconnected the app “${name}” of ${new URL(client).host} from ${workspace}. It is refused from now on.`,
    ],
    action: { label: 'Look at your keys', url: `${publicUrl}/asset/workspace?part=keys` },
    footnote:
      client === null
        ? 'You get this email because you made that key.'
        : 'You get this email because you connected that app.',
  };
}
