import { adminRoutes } from '@lectern/contract/admin';
import { Navigate } from 'react-router';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { PasswordField } from '../features/accounts/password-field.tsx';
import { invalid, useSubmit } from '../features/accounts/use-submit.ts';
import { adminCall } from '../session/admin-call.ts';
import { adminSession } from '../session/admin-session.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';

export default function AdminLogin() {
  usePageTitle('Admin sign in');
  const session = adminSession.use();
  const { busy, error, onSubmit } = useSubmit(async ({ email = '', password = '' }) => {
    if (!email.trim() || !password) throw invalid('Please fill in all fields.');
    adminSession.save(await adminCall(adminRoutes.login, { email: email.trim(), password }));
  });
  if (session) return <Navigate to="/admin/dashboard" replace />;
  return (
    <AuthFrame eyebrow="Back office" title="Sign in">
      <form noValidate onSubmit={onSubmit} className="grid gap-5">
        {error && <Notice kind="bad">{error}</Notice>}
        <Field name="email" type="email" label="Email" autoComplete="username" />
        <PasswordField name="password" label="Password" autoComplete="current-password" />
        <Button type="submit" size="lg" busy={busy}>
          Sign in
        </Button>
      </form>
    </AuthFrame>
  );
}
