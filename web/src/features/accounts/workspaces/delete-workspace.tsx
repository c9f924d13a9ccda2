import { type WorkspaceState, workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../session/call.ts';
import { switchWorkspace } from '../../../session/workspaces.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { AccountPanel } from '../panel.tsx';
import { invalid, useSubmit } from '../submit-form.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useProof } from './proof-fields.tsx';

export function DeleteWorkspaceCard({ workspace }: { workspace: WorkspaceState }) {
  const [open, setOpen] = useState(false);
  return (
    <AccountPanel
      title="Delete this workspace"
      lead="With all its recordings, links and its portal, for everybody in it. This cannot be undone."
    >
      <Button look="secondary" onClick={() => setOpen(true)}>
        Delete …
      </Button>
      {open && <DeleteDialog name={workspace.shown_name} onClose={() => setOpen(false)} />}
    </AccountPanel>
  );
}

function DeleteDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const { fields, prove } = useProof();
  const navigate = useNavigate();
  const submission = useSubmit(async (values) => {
    const typed = values.name?.trim() ?? '';
    if (!typed) throw invalid('Please type the name of the workspace.', 'name');
    await prove(values, async (proof) => {
      const { workspace } = await call(workspaceRoutes.delete, { name: typed, ...proof });
      await switchWorkspace(workspace, (now) => `${name} is being deleted. Now in ${now}.`);
      await navigate('/asset/view');
    });
  });
  return (
    <FormDialog
      onClose={onClose}
      submission={submission}
      title={`Delete ${name}?`}
      description="All recordings, transcripts, clips, links and the portal are deleted, and everybody loses access at once."
      verb="Delete workspace"
      danger
    >
      <Field name="name" label={`Type ${name}`} autoComplete="off" spellCheck={false} />
      {fields}
    </FormDialog>
  );
}
