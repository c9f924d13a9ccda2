import type { PanelProps } from './second-factor-set-up.tsx';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AccountPanel } from './panel.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitForm } from './submit-form.tsx';
import { invalid, useSubmit } from './use-submit.ts';

export function PasswordCard({ call, reload, email }: PanelProps & { email: string }) {
  /** How often it was changed here, and what was said to the last one; a new form is an empty one. */
  const [done, setDone] = useState({ times: 0, said: '' });
  const submission = useSubmit(async ({ password = '', new_password = '', confirm = '' }) => {
    if (!password || !new_password) throw invalid('Please fill in all fields.');
    if (new_password !== confirm) throw invalid('Passwords do not match.', 'confirm');
    const { msg } = await call(ownAccountRoutes.changePassword, { password, new_password });
    setDone(({ times }) => ({ times: times + 1, said: msg }));
    await reload();
  });
  return (
    <AccountPanel title="Password" lead="Changing it signs you out on all other devices.">
      <SubmitForm key={done.times} submission={submission} said={done.said && <Notice kind="good">{done.said}</Notice>}>
        <PasswordField name="password" label="Current password" autoComplete="current-password" account={email} />
        <div className="grid gap-5 sm:grid-cols-2">
          <PasswordField
            name="new_password"
            label="New password"
            autoComplete="new-password"
            account={null}
            hint="At least 8 characters."
            liveCheck
          />
          <PasswordField name="confirm" label="Confirm new password" autoComplete="new-password" account={null} />
        </div>
        <div>
          <Button type="submit" look="secondary" busy={submission.busy}>
            Change password
          </Button>
        </div>
      </SubmitForm>
    </AccountPanel>
  );
}
