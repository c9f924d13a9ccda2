import { accountRoutes, type UserSession } from '@lectern/contract/accounts/accounts';
import { hasErrorCode } from '@lectern/contract/client';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { call, failureText } from '../session/call.ts';
import { saveDeviceToken, ownDevice } from '../session/device-token.ts';
import { saveSession, useSession } from '../session/stored-session.ts';
import { ButtonLink, TextLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';

/** Milliseconds until a verified person is taken into the application (specification section 9). */
const redirectDelay = 3_000;

type Outcome = { session: UserSession } | { verifiedBefore: string } | { failure: string };

/** A token is good for one use, so a page that is mounted twice must not spend it twice. */
const spent = new Map<string, Promise<Outcome>>();

function verify(token: string): Promise<Outcome> {
  const known = spent.get(token);
  if (known) return known;
  const outcome = call(accountRoutes.verify, { token, ...ownDevice() }).then(
    (answer) => {
      const session = saveDeviceToken(answer);
      // At once: the token is spent, so that a page which is reloaded or closed now gets no other.
      saveSession(session);
      return { session };
    },
    (cause: unknown) => {
      const text = failureText(cause, 'Please try again later.');
      return hasErrorCode(cause, 'already_verified') ? { verifiedBefore: text } : { failure: text };
    },
  );
  spent.set(token, outcome);
  return outcome;
}

/** Opened from the verification mail: spends the token of its query and signs in. */
export default function VerifyEmail() {
  usePageTitle('Email verification');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>();
  const verified = outcome !== undefined && 'session' in outcome;

  useEffect(() => {
    if (token) void verify(token).then(setOutcome);
  }, [token]);
  useEffect(() => {
    if (!verified) return;
    const timer = setTimeout(() => void navigate('/asset/view', { replace: true }), redirectDelay);
    return () => clearTimeout(timer);
  }, [verified, navigate]);

  return (
    <AuthFrame eyebrow="Your account" title="Email verification">
      {token === '' ? (
        <Failed text="No verification token found." />
      ) : verified ? (
        <Notice kind="good">Your email has been verified. You will now be logged in automatically.</Notice>
      ) : outcome && 'verifiedBefore' in outcome ? (
        <VerifiedBefore text={outcome.verifiedBefore} />
      ) : outcome && 'failure' in outcome ? (
        <Failed text={`Verification error. ${outcome.failure}`} />
      ) : (
        <p role="status" className="flex items-center gap-3">
          <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />
          Verifying...
        </p>
      )}
    </AuthFrame>
  );
}

/** The link was opened before: here, where its owner may be signed in by it, or elsewhere. */
function VerifiedBefore({ text }: { text: string }) {
  const signedIn = useSession() !== undefined;
  return (
    <>
      <Notice kind="good">{signedIn ? 'This address is verified, and you are signed in.' : text}</Notice>
      <ButtonLink to={signedIn ? '/asset/view' : '/login'} className="mt-6">
        {signedIn ? 'Go on' : 'Sign In'}
      </ButtonLink>
    </>
  );
}

function Failed({ text }: { text: string }) {
  return (
    <>
      <Notice kind="bad">{text}</Notice>
      <p className="mt-6 text-sm text-soft">
        Signing in with an address that is not verified yet sends a new link. <TextLink to="/login">Sign In</TextLink>
      </p>
    </>
  );
}
