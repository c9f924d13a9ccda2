import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogCancel } from '../../../ui/dialog.tsx';
import { FormActions } from '../../../ui/form-actions.tsx';
import { SubmitForm, type Submission } from '../submit-form.tsx';

type FormDialogProps = {
  title: string;
  description: string;
  submission: Submission;
  /** Text of the button that sends the form. */
  verb: string;
  danger?: boolean;
  /** Asks before what was written in it is lost. */
  guards?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A form in a dialog, which stays open while it is sent. */
export function FormDialog({ submission, verb, danger, guards = false, children, ...dialog }: FormDialogProps) {
  const id = useId();
  const [written, setWritten] = useState(false);
  const { busy } = submission;
  return (
    <Dialog open {...dialog} held={busy} dirty={guards && written && !busy}>
      <div onInput={() => setWritten(true)}>
        <SubmitForm id={id} submission={submission}>
          {children}
          <FormActions>
            <DialogCancel />
            <Button type="submit" form={id} busy={busy} {...(danger ? { look: 'danger' } : {})}>
              {verb}
            </Button>
          </FormActions>
        </SubmitForm>
      </div>
    </Dialog>
  );
}
