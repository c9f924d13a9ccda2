import { hasErrorCode } from '@lectern/contract/client';
import { problems } from '@lectern/contract/problem';
import { useState, type ReactNode } from 'react';
import { ownDevice } from '../../session/device-token.ts';
import { Button } from '../../ui/button.tsx';
import { Field, focusOnArrival } from '../../ui/field.tsx';
import { CodeField } from './code-field.tsx';
import { PasswordField } from './password-field.tsx';
import { SubmitForm, invalid, useSubmit } from './submit-form.tsx';

export type Credentials = { email: string; password: string; code?: string; device?: string };

type SignInFormProps = {
  signIn: (credentials: Credentials) => Promise<void>;
  /** Email of the account, where that is settled. */
  address?: string;
  emailAutoComplete: 'email' | 'username';
  /** Text of the button, and its text while work runs. */
  verb: string;
  busyVerb: string;
  children?: ReactNode;
};

/** Email and password; then, for an account with a second factor, the code. */
export function SignInForm({ signIn, address, emailAutoComplete, verb, busyVerb, children }: SignInFormProps) {
  /** The right email and password of an account that wants a code as well. */
  const [proved, setProved] = useState<{ email: string; password: string }>();
  const submission = useSubmit(async ({ email = address ?? '', password = '', code = '' }) => {
    if (proved) {
      if (!code.trim()) throw invalid(problems.second_factor_needed.text);
      return signIn({ ...proved, code: code.trim(), ...ownDevice() });
    }
    if (!email.trim() || !password) throw invalid('Please fill in all fields.');
    const credentials = { email: email.trim(), password };
    try {
      await signIn({ ...credentials, ...ownDevice() });
    } catch (cause) {
      if (!hasErrorCode(cause, 'second_factor_needed')) throw cause;
      setProved(credentials);
    }
  });

  return (
    <SubmitForm submission={submission}>
      {proved ? (
        <CodeField
          // A new element, so that it takes the focus.
          key="code"
          ref={focusOnArrival}
          hint="The six digits in your authenticator app, or one of your recovery codes."
        />
      ) : (
        <>
          {address === undefined && <Field name="email" type="email" label="Email" autoComplete={emailAutoComplete} />}
          <PasswordField name="password" label="Password" autoComplete="current-password" account={address ?? null} />
        </>
      )}
      <Button type="submit" size="lg" busy={submission.busy}>
        {submission.busy ? busyVerb : verb}
      </Button>
      {proved ? (
        <Button look="quiet" onClick={() => setProved(undefined)}>
          {address === undefined ? 'Use another account' : 'Back to the password'}
        </Button>
      ) : (
        children
      )}
    </SubmitForm>
  );
}
