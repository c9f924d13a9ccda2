import { singleSignOnRoutes } from '@lectern/contract/accounts/single-sign-on';
import { Navigate } from 'react-router';
import { useCallback, useState } from 'react';
import { CompanySignIn } from '../features/accounts/company-sign-in.tsx';
import { call } from '../session/call.ts';
import { saveDeviceToken } from '../session/device-token.ts';
import { keptWayBack } from '../session/sign-in-ways.ts';
import { saveSession, wayBack } from '../session/stored-session.ts';
import { usePageTitle } from '../ui/page-title.ts';

/** Signs in whom the company sent, whoever was signed in here before. */
export default function SignedIn() {
  usePageTitle('Sign In');
  const [account, setAccount] = useState<string>();
  const redeem = useCallback(async (code: string) => {
    const session = saveDeviceToken(await call(singleSignOnRoutes.redeem, { code }));
    saveSession(session);
    setAccount(session.id);
  }, []);
  if (account !== undefined) return <Navigate to={wayBack(keptWayBack(), account)} replace />;
  return (
    <CompanySignIn
      door="member"
      redeem={redeem}
      connect={async (proof) => {
        const session = saveDeviceToken(await call(singleSignOnRoutes.connect, proof));
        saveSession(session);
        setAccount(session.id);
      }}
    />
  );
}
