import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { useState } from 'react';
import { AuthFrame, CheckEmailNotice, PasswordsOff } from '../features/accounts/auth-frame.tsx';
import { useHasPasswords } from '../features/accounts/company-button.tsx';
import { errorField, invalid, useSubmit } from '../features/accounts/submit-form.tsx';
import { call } from '../session/call.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { usePageTitle } from '../ui/page-title.ts';
import { TextLink } from '../ui/button-link.tsx';

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

export default function ForgotPassword() {
  usePageTitle('Forgot password');
  const hasPasswords = useHasPasswords('member');
  const [sentTo, setSentTo] = useState<string>();
  const { busy, error, faults, onSubmit, onInput } = useSubmit(async ({ email = '' }) => {
    const address = email.trim();
    if (!address) throw invalid('Please enter your email address.');
    if (!emailShape.test(address)) throw invalid('Please enter a valid email address.');
    await call(accountRoutes.requestReset, { email: address });
    setSentTo(address);
  }, errorField);

  if (!hasPasswords) return <PasswordsOff eyebrow="Forgot password" />;
  if (sentTo)
    return (
      <AuthFrame eyebrow="Forgot password" title="Check Your Email">
        <CheckEmailNotice address={sentTo}>
          If there is an account with this address, a link to choose a new password is on its way.
        </CheckEmailNotice>
        <Button look="secondary" className="mt-6" onClick={() => setSentTo(undefined)}>
          Try Again
        </Button>
      </AuthFrame>
    );
  return (
    <AuthFrame
      eyebrow="Sign in"
      title="Forgot your password?"
      lead={<p>Enter the email address of your account, and we will send you a link.</p>}
    >
      <form noValidate onSubmit={onSubmit} onInput={onInput} className="grid gap-5">
        <Field name="email" type="email" label="Email" autoComplete="email" error={error ?? faults.email} />
        <Button type="submit" size="lg" busy={busy}>
          Send reset link
        </Button>
        <p className="text-sm">
          <TextLink to="/login">Back to Sign In</TextLink>
        </p>
      </form>
    </AuthFrame>
  );
}
