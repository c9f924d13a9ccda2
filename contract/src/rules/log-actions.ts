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
  'plan.changed': 'Changed the plan',
  'tokens.added': 'Added tokens',
} as const;

export type LogAction = keyof typeof logActions;

export const logActionNames = Object.keys(logActions) as [LogAction, ...LogAction[]];
