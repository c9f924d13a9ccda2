import type { PanelProps } from './second-factor-set-up.tsx';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { mergeSession } from '../../session/stored-session.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { AccountPanel } from './panel.tsx';
import { SubmitForm } from './submit-form.tsx';
import { invalid, useSubmit } from './use-submit.ts';

export function NameCard({ call, reload, ...names }: PanelProps & { firstname: string; lastname: string }) {
  const submission = useSubmit(async ({ firstname = '', lastname = '' }) => {
    const typed = { firstname: firstname.trim(), lastname: lastname.trim() };
    if (!typed.firstname || !typed.lastname) throw invalid('Please fill in all fields.');
    const { msg } = await call(ownAccountRoutes.changeName, typed);
    mergeSession(typed);
    toast.success(msg);
    await reload();
  });
  return (
    <AccountPanel title="Name">
      <SubmitForm submission={submission}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="firstname" label="First name" autoComplete="given-name" defaultValue={names.firstname} />
          <Field name="lastname" label="Last name" autoComplete="family-name" defaultValue={names.lastname} />
        </div>
        <div>
          <Button type="submit" look="secondary" busy={submission.busy}>
            Save name
          </Button>
        </div>
      </SubmitForm>
    </AccountPanel>
  );
}
