import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { Navigate, useLocation } from 'react-router';
import { AuthFrame, TrialAside } from '../features/accounts/auth-frame.tsx';
import { SignInWays } from '../features/accounts/company-button.tsx';
import { SignInForm } from '../features/accounts/sign-in-form.tsx';
import { call } from '../session/call.ts';
import { saveDeviceToken } from '../session/device-token.ts';
import { signInWays } from '../session/sign-in-ways.ts';
import { saveSession, useSession, wayBack } from '../session/stored-session.ts';
import { areSignUpsOpen } from '../ui/brand.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { TextLink } from '../ui/button-link.tsx';

export default function Login() {
  usePageTitle('Sign In');
  const session = useSession();
  const { state, search } = useLocation();

  if (session) return <Navigate to={wayBack(state, session.id)} replace />;
  return (
    <AuthFrame
      eyebrow="Sign in"
      title="Welcome back"
      aside={
        <>
          <TrialAside />
          <p className="mt-10 flex flex-wrap gap-x-6 gap-y-2 font-medium">
            {areSignUpsOpen && signInWays.member.hasPasswords && (
              <TextLink to="/register">Start 3-Day Free Trial</TextLink>
            )}
            <TextLink to="/#demo">Watch Demo</TextLink>
          </p>
        </>
      }
    >
      <SignInWays door="member">
        <SignInForm
          signIn={async (credentials) => saveSession(saveDeviceToken(await call(accountRoutes.login, credentials)))}
          emailAutoComplete="email"
          verb="Sign In"
          busyVerb="Signing in…"
        >
          <p className="text-sm">
            <TextLink to={{ pathname: '/forgot-password', search }}>Forgot password?</TextLink>
          </p>
        </SignInForm>
      </SignInWays>
    </AuthFrame>
  );
}
