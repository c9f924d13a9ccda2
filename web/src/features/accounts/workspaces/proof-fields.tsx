import { hasErrorCode } from '@lectern/contract/client';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../session/call.ts';
import { useMember } from '../../../session/stored-session.ts';
import { CodeField } from '../code-field.tsx';
import { PasswordField } from '../password-field.tsx';
import { invalid } from '../submit-form.tsx';

type Proof = { password: string; code?: string };

/** Asks who is signed in to prove it again: by a password, and by a code once the server wants one. */
export function useProof() {
  const { email } = useMember();
  const [needsCode, setNeedsCode] = useState(false);
  const { data: account } = useQuery({
    queryKey: ['own-account'],
    queryFn: async ({ signal }) => (await call(ownAccountRoutes.account, undefined, { signal })).data,
  });
  const hasPassword = account?.sign_in.password !== false;
  return {
    fields: (
      <>
        {hasPassword && (
          <PasswordField name="password" label="Your password" autoComplete="current-password" account={email} />
        )}
        {needsCode && <CodeField hint="From your authenticator app, or a recovery code." />}
      </>
    ),
    async prove(
      { password = '', code = '' }: Readonly<Record<string, string>>,
      work: (proof: Proof) => Promise<void>,
    ): Promise<void> {
      if (hasPassword && !password) throw invalid('Please enter your password.', 'password');
      try {
        await work({ password, ...(code.trim() ? { code: code.trim() } : {}) });
      } catch (cause) {
        if (hasErrorCode(cause, 'second_factor_needed')) setNeedsCode(true);
        throw cause;
      }
    },
  };
}
