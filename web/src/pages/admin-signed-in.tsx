import { singleSignOnRoutes } from '@lectern/contract/accounts/single-sign-on';
import { Navigate } from 'react-router';
import { useCallback, useState } from 'react';
import { CompanySignIn } from '../features/accounts/company-sign-in.tsx';
import { adminCall, adminSession } from '../session/admin-call.ts';
import { saveDeviceToken } from '../session/device-token.ts';
import { usePageTitle } from '../ui/page-title.ts';

/** The same for administrators as for members. */
export default function AdminSignedIn() {
  usePageTitle('Admin sign in');
  const [isDone, setIsDone] = useState(false);
  const redeem = useCallback(async (code: string) => {
    adminSession.save(await adminCall(singleSignOnRoutes.redeemAdministrator, { code }));
    setIsDone(true);
  }, []);
  if (isDone) return <Navigate to="/admin/dashboard" replace />;
  return (
    <CompanySignIn
      door="administrator"
      redeem={redeem}
      connect={async (proof) => {
        adminSession.save(saveDeviceToken(await adminCall(singleSignOnRoutes.connectAdministrator, proof)));
        setIsDone(true);
      }}
    />
  );
}
