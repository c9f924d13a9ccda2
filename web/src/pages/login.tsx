import { accountRoutes } from '@lectern/contract/accounts';
import { Link, Navigate, useLocation } from 'react-router';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { PasswordField } from '../features/accounts/password-field.tsx';
import { TrialAside } from '../features/accounts/trial-aside.tsx';
import { invalid, useSubmit } from '../features/accounts/use-submit.ts';
import { call } from '../session/call.ts';
import { saveSession, useSession } from '../session/stored-session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';

/** Where the authenticated layout sent from, kept in the history entry and so never taken from an address. */
const returnAddress = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
    ? state.from
    : '/asset/view';

export default function Login() {
  usePageTitle('Sign In');
  const session = useSession();
  const { state } = useLocation();
  const { busy, error, onSubmit } = useSubmit(async ({ email = '', password = '' }) => {
    if (!email.trim() || !password) throw invalid('Please fill in all fields.');
    saveSession(await call(accountRoutes.login, { email: email.trim(), password }));
  });

  if (session) return <Navigate to={returnAddress(state)} replace />;
  return (
    <AuthFrame
      eyebrow="Sign in"
      title="Welcome back"
      aside={
        <>
          <TrialAside />
          <p className="mt-10 flex flex-wrap gap-x-6 gap-y-2 font-medium">
            <Link to="/register" className="prose-link">
              Start 3-Day Free Trial
            </Link>
            <Link to="/#demo" className="prose-link">
              Watch Demo
            </Link>
          </p>
        </>
      }
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        {error && <Notice kind="bad">{error}</Notice>}
        <Field name="email" type="email" label="Email" autoComplete="email" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Button type="submit" size="lg" busy={busy}>
          {busy ? 'Signing in…' : 'Sign In'}
        </Button>
        <p className="text-sm">
          <Link to="/forgot-password" className="prose-link">
            Forgot password?
          </Link>
        </p>
      </form>
    </AuthFrame>
  );
}
