import { Navigate } from 'react-router';
import { AuthFrame, TrialAside } from '../features/accounts/auth-frame.tsx';
import { useSession } from '../session/stored-session.ts';
import { usePageTitle } from '../ui/page-title.ts';
import { TextLink } from '../ui/button-link.tsx';

/** Where one waits for the verification mail. */
export default function EmailVerify() {
  usePageTitle('Please check your email');
  if (useSession()) return <Navigate to="/asset/view" replace />;
  return (
    <AuthFrame eyebrow="One more step" title="Please check your email" aside={<TrialAside />}>
      <p>We have sent you a link. Open it to verify your address; you will be signed in right away.</p>
      <p className="mt-6 text-sm">
        Verified already? <TextLink to="/login">Sign In</TextLink>
      </p>
    </AuthFrame>
  );
}
