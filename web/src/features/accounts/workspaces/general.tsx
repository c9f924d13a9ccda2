import { type WorkspaceState, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call, failureText, isAnnounced } from '../../../session/call.ts';
import { NotLoaded } from '../../../session/not-loaded.tsx';
import { Allowed } from '../../../session/stored-session.ts';
import { useWorkspaceState, workspaceKey, workspacesKey } from '../../../session/workspaces.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, Field } from '../../../ui/field.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';
import { AccountPanel } from '../panel.tsx';
import { SubmitForm, invalid, useSubmit } from '../submit-form.tsx';
import { DeleteWorkspaceCard } from './delete-workspace.tsx';
import { HandOverCard } from './hand-over.tsx';

type Switch = 'viewers_ask' | 'viewers_download' | 'billing_by_admins';

/** Name and switches of the workspace, and what its owners alone may do. */
export default function General() {
  const state = useWorkspaceState();
  if (!state.data) return <NotLoaded query={state} />;
  return (
    <div className="grid gap-6">
      <NameCard workspace={state.data} />
      <SwitchesCard workspace={state.data} />
      <Allowed right="own">
        <HandOverCard workspace={state.data} />
        <DeleteWorkspaceCard workspace={state.data} />
      </Allowed>
    </div>
  );
}

function NameCard({ workspace }: { workspace: WorkspaceState }) {
  const queries = useQueryClient();
  const submission = useSubmit(async ({ name = '' }) => {
    if (!name.trim()) throw invalid('Please enter a name.', 'name');
    toast.success((await call(workspaceRoutes.change, { name: name.trim() })).msg);
    for (const queryKey of [workspaceKey, workspacesKey]) void queries.invalidateQueries({ queryKey });
  });
  return (
    <AccountPanel title="Name">
      <SubmitForm submission={submission}>
        <Field
          name="name"
          label="Name of the workspace"
          maxLength={100}
          autoComplete="off"
          defaultValue={workspace.name}
          hint={workspace.name === '' && `Without one it is called ${workspace.shown_name}.`}
        />
        <div>
          <Button type="submit" look="secondary" busy={submission.busy}>
            Save name
          </Button>
        </div>
      </SubmitForm>
    </AccountPanel>
  );
}

function SwitchesCard({ workspace }: { workspace: WorkspaceState }) {
  const { act } = useSerialActions();
  const [error, setError] = useState<string>();
  /** Choices that were asked for, until it is answered. */
  const [wanted, setWanted] = useState<Partial<Record<Switch, boolean>>>({});
  const queries = useQueryClient();

  const change = async (name: Switch, value: boolean): Promise<void> => {
    setError(undefined);
    setWanted((before) => ({ ...before, [name]: value }));
    await act(`${name} ${value}`, async () => {
      try {
        toast.success((await call(workspaceRoutes.change, { [name]: value })).msg);
      } catch (cause) {
        if (!isAnnounced(cause)) setError(failureText(cause));
      }
      await queries.invalidateQueries({ queryKey: workspaceKey });
      setWanted(({ [name]: latest, ...others }) => (latest === value ? others : { ...others, [name]: latest }));
    });
  };
  const box = (name: Switch, words: string) => (
    <Checkbox
      className="min-h-8 gap-3"
      checked={wanted[name] ?? workspace[name]}
      onChange={({ target }) => void change(name, target.checked)}
    >
      {words}
    </Checkbox>
  );
  return (
    <AccountPanel title="Roles">
      {error && (
        <Notice kind="bad" className="mb-4">
          {error}
        </Notice>
      )}
      <div className="grid gap-2">
        {box('viewers_ask', 'Viewers may ask questions about recordings, which uses tokens')}
        {box('viewers_download', 'Viewers may download the recordings themselves')}
        <Allowed right="own">{box('billing_by_admins', 'Admins may choose the plan and pay for it')}</Allowed>
      </div>
    </AccountPanel>
  );
}
