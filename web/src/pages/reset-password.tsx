import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { hasErrorCode } from '@lectern/contract/client';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { PasswordField } from '../features/accounts/password-field.tsx';
import { SubmitForm, errorField, useSubmit } from '../features/accounts/submit-form.tsx';
import { call } from '../session/call.ts';
import { saveDeviceToken, ownDevice } from '../session/device-token.ts';
import { Button } from '../ui/button.tsx';
import { ButtonLink, TextLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';

function faults(password: string, confirm: string): string[] {
  const found: string[] = [];
  if (password !== confirm) found.push('Passwords do not match.');
  if (password.length < 3) found.push('Password must be at least 3 characters long.');
  return found;
}

/**
 * Finds the email of a reset link and whether it is dead, if the server answers; otherwise sending the password
 * reveals it.
 */
function useLink(token: string | null): { email?: string; isDead?: boolean } {
  const [link, setLink] = useState<{ email?: string; isDead?: boolean }>({});
  useEffect(() => {
    if (!token) return;
    const left = new AbortController();
    call(accountRoutes.checkReset, { token }, { signal: left.signal }).then(setLink, (error: unknown) => {
      if (!left.signal.aborted) setLink({ isDead: hasErrorCode(error, 'token_invalid') });
    });
    return () => left.abort();
  }, [token]);
  return link;
}

const AnotherLink = ({ title, children }: { title: string; children: string }) => (
  <AuthFrame eyebrow="Reset password" title={title}>
    <p role="alert">{children}</p>
    <ButtonLink to="/forgot-password" size="lg" className="mt-6">
      Request a new link
    </ButtonLink>
  </AuthFrame>
);

const Faults = ({ of }: { of: readonly string[] }) => (
  <Notice kind="bad">
    <ul className="grid gap-1">
      {of.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  </Notice>
);

/** Opened from the reset mail: `token` and `email` stand in its query. */
export default function ResetPassword() {
  usePageTitle('Reset password');
  const [query] = useSearchParams();
  const [wrong, setWrong] = useState<string[]>([]);
  const [done, setDone] = useState(false);
  const submission = useSubmit(async ({ password = '', confirm = '' }) => {
    const found = faults(password, confirm);
    setWrong(found);
    if (found.length > 0) return;
    const answer = await call(accountRoutes.resetPassword, {
      ...ownDevice(),
      email: query.get('email') ?? '',
      token: query.get('token') ?? '',
      password,
    });
    saveDeviceToken(answer);
    setDone(true);
  }, errorField);

  const { email = query.get('email') ?? '', isDead } = useLink(query.get('token'));
  if (!query.get('token') || !query.get('email'))
    return (
      <AnotherLink title="This link is not complete">
        Please open the complete link from the email again. Or request a new one: the old one stops working then.
      </AnotherLink>
    );
  if (isDead && !done)
    return (
      <AnotherLink title="This link is no longer valid">
        It was used already, a newer one was requested, or an hour has passed. Please request a new one.
      </AnotherLink>
    );
  if (done)
    return (
      <AuthFrame eyebrow="Reset password" title="Password Updated!">
        <p role="status">Your new password is set. Other devices have been signed out.</p>
        <ButtonLink to="/login" size="lg" className="mt-6">
          Sign In Now
        </ButtonLink>
      </AuthFrame>
    );
  return (
    <AuthFrame eyebrow="Reset password" title="Choose a new password" lead={<p>For {email}</p>}>
      <SubmitForm submission={submission} said={wrong.length > 0 && <Faults of={wrong} />}>
        <PasswordField
          name="password"
          label="New password"
          autoComplete="new-password"
          account={email}
          hint="At least 8 characters."
          liveCheck
        />
        <PasswordField name="confirm" label="Confirm password" autoComplete="new-password" account={null} />
        <Button type="submit" size="lg" busy={submission.busy}>
          Update password
        </Button>
        <p className="text-sm">
          <TextLink to="/forgot-password">Request a new link</TextLink>
        </p>
      </SubmitForm>
    </AuthFrame>
  );
}
