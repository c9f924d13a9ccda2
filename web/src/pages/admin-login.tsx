import { adminRoutes } from '@lectern/contract/operations/admin';
import { Navigate } from 'react-router';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { SignInWays } from '../features/accounts/company-button.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { adminCall, adminSession } from '../session/admin-call.ts';
import { saveDeviceToken } from '../session/device-token.ts';
import { usePageTitle } from '../ui/page-title.ts';

export default function AdminLogin() {
  usePageTitle('Admin sign in');
  const session = adminSession.use();
  if (session) return <Navigate to="/admin/dashboard" replace />;
  return (
    <AuthFrame eyebrow="Back office" title="Sign in">
      <SignInWays door="administrator">
        <SignInForm
          signIn={async (credentials) =>
            adminSession.save(saveDeviceToken(await adminCall(adminRoutes.login, credentials)))
          }
          emailAutoComplete="username"
          verb="Sign in"
          busyVerb="Signing in…"
        />
      </SignInWays>
    </AuthFrame>
  );
}
