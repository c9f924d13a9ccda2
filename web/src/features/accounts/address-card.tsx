import type { PanelProps } from './second-factor-set-up.tsx';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountPanel } from './panel.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitForm } from './submit-form.tsx';
import { invalid, useSubmit } from './use-submit.ts';

export function EmailCard({ call, reload, email: present }: PanelProps & { email: string }) {
  const [sent, setSent] = useState<string>();
  const submission = useSubmit(async ({ email = '', password = '' }) => {
    setSent(undefined);
    if (!email.trim() || !password) throw invalid('Please fill in all fields.');
    const { msg } = await call(ownAccountRoutes.changeAddress, { email: email.trim(), password });
    setSent(msg);
    await reload();
  });
  return (
    <AccountPanel
      title="Email address"
      lead={
        <>
          You sign in with <strong className="font-medium break-all text-ink">{present}</strong>. The change takes
          effect once you have opened the link we send to the new address.
        </>
      }
    >
      <SubmitForm submission={submission} said={sent && <Notice kind="good">{sent}</Notice>}>
        <div className="grid gap-5 sm:grid-cols-2">
          <Field name="email" type="email" label="New email address" autoComplete="email" />
          <PasswordField name="password" label="Your password" autoComplete="current-password" account={present} />
        </div>
        <div>
          <Button type="submit" look="secondary" busy={submission.busy}>
            Change address
          </Button>
        </div>
      </SubmitForm>
    </AccountPanel>
  );
}
