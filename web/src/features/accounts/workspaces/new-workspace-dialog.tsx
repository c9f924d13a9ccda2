import { workspaceRoutes } from '@lectern/contract/accounts/workspaces';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../../session/call.ts';
import { switchWorkspace } from '../../../session/workspaces.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { SubmitForm, invalid, useSubmit } from '../submit-form.tsx';

const formId = 'new-workspace';

export default function NewWorkspaceDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [written, setWritten] = useState(false);
  const submission = useSubmit(async ({ name = '' }) => {
    if (!name.trim()) throw invalid('Please enter a name.', 'name');
    const { id } = await call(workspaceRoutes.create, { name: name.trim() });
    await switchWorkspace(id);
    onClose();
    await navigate('/asset/view');
  });
  return (
    <Dialog
      open
      onClose={onClose}
      held={submission.busy}
      dirty={written && !submission.busy}
      title="New workspace"
      description="It has its own recordings, people and plan. It begins without a plan."
    >
      <div onInput={() => setWritten(true)}>
        <SubmitForm id={formId} submission={submission}>
          <Field name="name" label="Name" maxLength={100} autoComplete="organization" />
          <FormActions>
            <DialogCancel />
            <Button type="submit" form={formId} busy={submission.busy}>
              Create workspace
            </Button>
          </FormActions>
        </SubmitForm>
      </div>
    </Dialog>
  );
}
