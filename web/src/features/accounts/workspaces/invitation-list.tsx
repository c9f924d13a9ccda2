import { type Invitation, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { call } from '../../../session/call.ts';
import { Button } from '../../../ui/button.tsx';
import { dateInWords } from '../../../ui/date-in-words.ts';
import { leavesFocus } from '../../../ui/focus-place.ts';
import type { PeopleActions } from './use-people-actions.ts';
import { roleNames } from '@lectern/contract/rules/rights';

type InvitationListProps = { invitations: readonly Invitation[]; actions: PeopleActions };

export function InvitationList({ invitations, actions: { change, isDoing } }: InvitationListProps) {
  return (
    <ul aria-label="Open invitations" className="divide-y divide-line border-y border-line">
      {invitations.map(({ id, email, role, invited_by: by, expires_at: ends, expired }) => (
        <li
          key={id}
          ref={leavesFocus}
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 text-sm"
        >
          <div className="min-w-0 flex-1 basis-52">
            <p className="font-medium wrap-anywhere">{email}</p>
            <p className="text-soft">
              {roleNames[role]}
              {by && (
                <>
                  {' '}
                  · by <span className="inline-block wrap-anywhere">{by}</span>
                </>
              )}
            </p>
            <p className={expired ? 'font-medium text-danger' : 'text-soft'}>
              {expired ? 'Expired' : `Open until ${dateInWords(ends, 'medium')}`}
            </p>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              look="secondary"
              size="sm"
              aria-label={`Send again to ${email}`}
              busy={isDoing(`send ${id}`)}
              onClick={() => void change(`send ${id}`, () => call(workspaceRoutes.sendAgain, { id }))}
            >
              Send again
            </Button>
            <Button
              look="secondary"
              size="sm"
              aria-label={`Revoke the invitation of ${email}`}
              busy={isDoing(`revoke ${id}`)}
              onClick={() => void change(`revoke ${id}`, () => call(workspaceRoutes.revokeInvitation, { id }))}
            >
              Revoke
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
