import { type WorkspacePerson, type WorkspaceState, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import type { Role } from '@lectern/contract/rules/rights';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import { call } from '../../../session/call.ts';
import { NotLoaded } from '../../../session/not-loaded.tsx';
import { Allowed, useCan, useMember } from '../../../session/stored-session.ts';
import { usePeople, useWorkspaceState } from '../../../session/workspaces.ts';
import { Button } from '../../../ui/button.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { momentInWords } from '../../../ui/date-in-words.ts';
import { Checkbox } from '../../../ui/field.tsx';
import { leavesFocus } from '../../../ui/focus-place.ts';
import { Menu } from '../../../ui/menu.tsx';
import { MenuChoices } from '../../../ui/menu-choices.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { AccountPanel } from '../panel.tsx';
import { InvitationList } from './invitation-list.tsx';
import { allPlacesText, fullText, PlacesFull } from './places.tsx';
import { roleNames } from '@lectern/contract/rules/rights';
import { rolesToGive, roleTexts } from './roles.ts';
import { openWorkspaceDialog } from './workspace-dialogs.ts';
import { type PeopleActions, usePeopleActions } from './use-people-actions.ts';
import { YourPlace } from './your-place.tsx';

/** Lists who is in the workspace and who is invited; changed by those who manage people. */
export default function People() {
  const state = useWorkspaceState();
  const people = usePeople();
  const actions = usePeopleActions();
  const { membership_expired: isExpired, plan } = useMember();
  if (!state.data || !people.data) return <NotLoaded query={people.error ? people : state} />;
  const workspace = state.data;
  const full = fullText(workspace, 'editor', plan);
  const { invitations } = people.data;
  return (
    <div className="grid gap-6">
      <AccountPanel title="People" lead={<Allowed right="manage">{allPlacesText(workspace)}</Allowed>}>
        {actions.error && (
          <Notice kind="bad" className="mb-4">
            {actions.error}
          </Notice>
        )}
        <ul aria-label="People" className="divide-y divide-line border-y border-line">
          {people.data.people.map((person) => (
            <PersonRow
              key={person.id}
              person={person}
              workspace={workspace}
              invited={(invitations ?? []).filter(({ invited_by: by }) => by !== null && by === person.email).length}
              actions={actions}
            />
          ))}
        </ul>
        <Allowed right="manage">
          <div className="mt-5 grid justify-items-start gap-4">
            {isExpired ? (
              <PlacesFull text="The membership of this workspace has expired. Nobody is removed, and nobody can be invited until it is renewed." />
            ) : (
              <>
                {full && <PlacesFull text={full} />}
                <Button onClick={() => openWorkspaceDialog('invite')}>Invite people</Button>
              </>
            )}
          </div>
        </Allowed>
      </AccountPanel>
      {invitations && invitations.length > 0 && (
        <AccountPanel title="Open invitations">
          <InvitationList invitations={invitations} actions={actions} />
        </AccountPanel>
      )}
      <YourPlace workspace={workspace} people={people.data.people} />
    </div>
  );
}

type PersonRowProps = {
  person: WorkspacePerson;
  workspace: WorkspaceState;
  /** Open invitations they sent. */
  invited: number;
  actions: PeopleActions;
};

function PersonRow({ person, workspace, invited, actions: { change, isDoing } }: PersonRowProps) {
  const { id: userId, firstname, lastname, email, role, last_seen: lastSeen, links, is_you: isYou } = person;
  const can = useCan();
  const { ask, dialog } = useConfirm();
  const revoke = useRef(false);
  const name = `${firstname} ${lastname}`;
  const isOwner = can('own');
  const canChange = can('manage') && !isYou && (isOwner || role !== 'owner');

  const changeRole = async (next: Role): Promise<void> => {
    if (next === role) return;
    if (next === 'owner') {
      const agreed = await ask({
        title: `Make ${name} an owner?`,
        detail: 'Owners can do everything here, also choose the plan, remove you and delete the workspace.',
        verb: 'Make owner',
      });
      if (!agreed) return;
    }
    await change(`role ${userId}`, () => call(workspaceRoutes.changeRole, { userId, role: next }));
  };
  const remove = async (): Promise<void> => {
    revoke.current = false;
    const agreed = await ask({
      title: `Remove ${name}?`,
      detail: `${firstname} loses access at once. Recordings and links of ${firstname} stay.${
        invited > 0
          ? ` ${invited === 1 ? 'One open invitation' : `${invited} open invitations`} from ${firstname} will be revoked.`
          : ''
      }`,
      choice: links > 0 && (
        <Checkbox
          className="min-h-8 gap-3"
          onChange={({ target }) => {
            revoke.current = target.checked;
          }}
        >
          Also revoke {links === 1 ? 'one link' : `${links} links`} {firstname} made
        </Checkbox>
      ),
      verb: 'Remove',
      danger: true,
    });
    if (!agreed) return;
    await change(`remove ${userId}`, () =>
      call(workspaceRoutes.remove, { userId, links: revoke.current ? 'revoke' : 'keep' }),
    );
  };

  return (
    <li ref={leavesFocus} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <div className="min-w-0 flex-1 basis-52 text-sm">
        <p className="font-medium break-words">
          {name}
          {isYou && <span className="ms-2 text-accent">You</span>}
        </p>
        {email && <p className="wrap-anywhere text-soft">{email}</p>}
        {can('manage') && (
          <p className="text-soft">{lastSeen ? `Last seen ${momentInWords(lastSeen)}` : 'Not seen yet'}</p>
        )}
      </div>
      {canChange ? (
        <div className="flex flex-wrap items-center gap-2">
          <Menu
            label={`Role of ${name}`}
            trigger={
              <Button
                look="secondary"
                size="sm"
                aria-label={`${roleNames[role]}, role of ${name}`}
                busy={isDoing(`role ${userId}`)}
              >
                {roleNames[role]}
                <ChevronDown aria-hidden />
              </Button>
            }
          >
            <MenuChoices
              label={`Role of ${name}`}
              value={role}
              options={rolesToGive(isOwner).map((value) => ({
                value,
                text: roleNames[value],
                detail: roleTexts[value],
              }))}
              onChoose={(next) => void changeRole(next)}
            />
          </Menu>
          <Button
            look="secondary"
            size="sm"
            aria-label={`Remove ${name}`}
            busy={isDoing(`remove ${userId}`)}
            onClick={() => void remove()}
          >
            Remove
          </Button>
        </div>
      ) : (
        <p className="text-sm text-soft">
          {roleNames[role]}
          {workspace.handover?.to.id === userId && ' · the workspace is offered to them'}
        </p>
      )}
      {dialog}
    </li>
  );
}
