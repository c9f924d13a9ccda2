import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { useNavigate } from 'react-router';
import { call } from '../../../session/call.ts';
import { switchWorkspace } from '../../../session/workspaces.ts';
import { Field } from '../../../ui/field.tsx';
import { invalid, useSubmit } from '../submit-form.tsx';
import { FormDialog } from './form-dialog.tsx';

export default function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const submission = useSubmit(async ({ name = '' }) => {
    if (!name.trim()) throw invalid('Please enter a name.', 'name');
    const { id } = await call(workspaceRoutes.create, { name: name.trim() });
    await switchWorkspace(id);
    onClose();
    await navigate('/asset/view');
  });
  return (
    <FormDialog
      guards
      onClose={onClose}
      submission={submission}
      title="New workspace"
      description="It has its own recordings, people and plan. It begins without a plan."
      verb="Create workspace"
    >
      <Field name="name" label="Name" maxLength={100} autoComplete="organization" />
    </FormDialog>
  );
}
