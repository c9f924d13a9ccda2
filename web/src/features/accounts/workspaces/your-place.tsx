import { type WorkspacePerson, type WorkspaceState, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { hasErrorCode } from '@lectern/contract/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { attempt, call, failureText } from '../../../session/call.ts';
import { startOwn, switchWorkspace, useOpenedWorkspaces, workspaceKey } from '../../../session/workspaces.ts';
import { Button } from '../../../ui/button.tsx';
import { TextLink } from '../../../ui/button-link.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { Checkbox } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { AccountPanel } from '../panel.tsx';

type YourPlaceProps = { workspace: WorkspaceState; people: readonly WorkspacePerson[] };

/** Lets everybody decide for themselves: whether their voice is known here, and whether they stay. */
export function YourPlace({ workspace, people }: YourPlaceProps) {
  const { ask, dialog } = useConfirm();
  const { act, isDoing } = useSerialActions();
  const [refusal, setRefusal] = useState<{ text: string; isLastOwner: boolean }>();
  /** The consent that was asked for, until it is answered. */
  const [wanted, setWanted] = useState<boolean>();
  const { unopened } = useOpenedWorkspaces();
  const queries = useQueryClient();
  const navigate = useNavigate();
  if (people.length < 2) return null;

  const leave = async (): Promise<void> => {
    setRefusal(undefined);
    const agreed = await ask({
      title: `Leave ${workspace.shown_name}?`,
      detail: 'You lose access at once. What you made stays.',
      verb: 'Leave',
      danger: true,
    });
    if (!agreed) return;
    await act('leave', async () => {
      try {
        const { workspace: next } = await call(workspaceRoutes.leave, undefined);
        await switchWorkspace(next, (name) => `You have left ${workspace.shown_name}. Now in ${name}.`);
        await navigate('/asset/view');
      } catch (cause) {
        setRefusal({ text: failureText(cause), isLastOwner: hasErrorCode(cause, 'last_owner') });
      }
    });
  };
  const consent = async (voice: boolean): Promise<void> => {
    setWanted(voice);
    await act(`voice ${voice}`, () =>
      attempt(async () => {
        try {
          toast.success((await call(workspaceRoutes.consent, { voice })).msg);
        } finally {
          await queries.invalidateQueries({ queryKey: workspaceKey });
          setWanted((latest) => (latest === voice ? undefined : latest));
        }
      }),
    );
  };

  return (
    <AccountPanel title="You">
      {refusal && (
        <Notice kind="bad" className="mb-4">
          {refusal.text} {refusal.isLastOwner && <TextLink to="?part=general">Hand over</TextLink>}
        </Notice>
      )}
      <Checkbox
        className="min-h-8 gap-3"
        checked={wanted ?? workspace.voice_consent}
        onChange={({ target }) => void consent(target.checked)}
      >
        My voice may be saved and recognised in recordings of this workspace
      </Checkbox>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button look="secondary" busy={isDoing('leave')} onClick={() => void leave()}>
          Leave this workspace
        </Button>
        {unopened && (
          <Button
            look="secondary"
            busy={isDoing('own')}
            onClick={() =>
              void act('own', () =>
                attempt(async () => {
                  await startOwn();
                  await navigate('/asset/view');
                }),
              )
            }
          >
            Start your own
          </Button>
        )}
      </div>
      {dialog}
    </AccountPanel>
  );
}
