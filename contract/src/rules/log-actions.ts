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

/** Names of details that stand before others: the database keeps no order. */
const firstDetails = ['email', 'recording', 'title', 'name', 'domain', 'host', 'role', 'from', 'to'];

/** The details of an entry as people read them, with their names in words. */
export function detailsInWords(detail: Readonly<Record<string, string | number | boolean>>): string[] {
  const place = (name: string): number => firstDetails.indexOf(name) + 1 || firstDetails.length + 1;
  return Object.entries(detail)
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, value]) => `${name.replaceAll('_', ' ')}: ${value === true ? 'yes' : value === false ? 'no' : value}`);
}

export type LogAction = keyof typeof logActions;

export const logActionNames = Object.keys(logActions) as [LogAction, ...LogAction[]];
