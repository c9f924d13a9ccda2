import { planNames } from './plans.ts';
import { portalSettingNames } from './portal-setting-names.ts';
import { roleNames } from './rights.ts';

/** Acts that the log of a workspace tells of, with their labels. */
export const logActions = {
  'member.invited': 'Invited a person',
  'invitation.revoked': 'Revoked an invitation',
  'member.joined': 'Joined',
  'member.role_changed': 'Changed a role',
  'member.removed': 'Removed a person',
  'member.left': 'Left',
  'member.signed_in': 'Signed in by single sign-on',
  'handover.offered': 'Offered the ownership',
  'handover.withdrawn': 'Withdrew the offer of the ownership',
  'handover.declined': 'Declined the ownership',
  'handover.accepted': 'Took over the ownership',
  'workspace.created': 'Created the workspace',
  'workspace.changed': 'Changed the workspace',
  'workspace.deleted': 'Deleted the workspace',
  'domain.added': 'Added a domain',
  'domain.verified': 'Verified a domain',
  'domain.lost': 'The proof of a domain is gone',
  'domain.removed': 'Removed a domain',
  'recording.deleted': 'Deleted a recording',
  'recording.published': 'Published a recording',
  'recording.withdrawn': 'Took a recording out of the portal',
  'portal.created': 'Created the portal',
  'portal.moved': 'Gave the portal another address',
  'portal.changed': 'Changed the portal',
  'link.created': 'Created a share link',
  'link.revoked': 'Revoked a share link',
  'link.reopened': 'Reopened a share link',
  'export.started': 'Exported the workspace',
  'import.started': 'Imported an archive',
  'webhook.added': 'Added an endpoint',
  'webhook.changed': 'Changed an endpoint',
  'webhook.removed': 'Removed an endpoint',
  'key.created': 'Created an API key',
  'key.revoked': 'Revoked an API key',
  'app.connected': 'Connected an app',
  'app.disconnected': 'Disconnected an app',
  'plan.changed': 'Changed the plan',
  'tokens.added': 'Added tokens',
} as const;

/** Each detail that an entry may have with how people call it, in the order in which they stand. */
const detailNames = {
  email: 'email',
  recording: 'recording',
  title: 'title',
  name: 'name',
  domain: 'domain',
  host: 'host',
  role: 'role',
  from: 'from',
  to: 'to',
  prefix: 'begins with',
  kind: 'belongs to',
  scopes: 'allowed',
  expires: 'ends',
  changed: 'changed',
  tokens: 'tokens',
  recordings: 'recordings',
  viewers_ask: 'viewers may ask',
  viewers_download: 'viewers may download',
  billing_by_admins: 'admins may choose the plan',
} as const;
type DetailName = keyof typeof detailNames;

/** Details of an entry, for people; never a secret. */
export type LogDetail = { readonly [Name in DetailName]?: string | number | boolean };

/** Parts of a portal that are changed with its settings, or beside them. */
export type PortalPart = keyof typeof portalSettingNames | 'logo';

const ranks = { ...roleNames, ...planNames };

const valuesInWords: { readonly [Name in DetailName]?: Readonly<Record<string, string>> } = {
  role: ranks,
  from: ranks,
  to: ranks,
  kind: { person: 'a person', workspace: 'the workspace', app: 'an app' },
  changed: { ...portalSettingNames, logo: 'Logo' } satisfies Record<PortalPart, string>,
  recordings: { with: 'in the file', without: 'not in the file' },
};

function valueInWords(name: string, value: string | number | boolean, day: (iso: string) => string): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (name === 'expires' && value !== 'never') return day(value);
  const words = valuesInWords[name as DetailName];
  return words ? value.replaceAll(/\w+/g, (word) => words[word] ?? word) : value;
}

/** The details of an entry as people read them; `day` writes a date for them. Other releases may have kept others. */
export function detailsInWords(
  detail: Readonly<Record<string, string | number | boolean>>,
  day: (iso: string) => string,
): string[] {
  const names: readonly string[] = Object.keys(detailNames);
  const place = (name: string): number => names.indexOf(name) + 1 || names.length + 1;
  return Object.entries(detail)
    .filter(([, value]) => value !== '')
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, value]) => {
      const called = detailNames[name as DetailName] ?? name.replaceAll('_', ' ');
      return `${called}: ${valueInWords(name, value, day)}`;
    });
}

export type LogAction = keyof typeof logActions;

export const logActionNames = Object.keys(logActions) as [LogAction, ...LogAction[]];
