import { accountRoutes } from '@lectern/contract/accounts';
import type { UserSession } from '@lectern/contract/accounts';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { call, failureText } from '../session/call.ts';
import { keepDevice, ownDevice } from '../session/device.ts';
import { saveSession } from '../session/stored-session.ts';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';

/** Milliseconds until a verified person is taken to the library, or to pay for the plan they chose (specification section 9). */
const redirectDelay = 3_000;

type Outcome = { session: UserSession } | { failure: string };

/** A token is good for one use, so a page that is mounted twice must not spend it twice. */
const spent = new Map<string, Promise<Outcome>>();

function verify(token: string): Promise<Outcome> {
  const known = spent.get(token);
  if (known) return known;
  const outcome = call(accountRoutes.verify, { token, ...ownDevice() }).then(
    (answer) => ({ session: keepDevice(answer) }),
    (cause: unknown) => ({ failure: failureText(cause, 'Please try again later.') }),
  );
  spent.set(token, outcome);
  return outcome;
}

/** Opened from the verification mail: spends the token of its query and signs in. */
export default function VerifyEmail() {
  usePageTitle('Email verification');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const buys = query.get('plan') === 'professional';
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<Outcome>();
  const session = outcome && 'session' in outcome ? outcome.session : undefined;

  useEffect(() => {
    if (token) void verify(token).then(setOutcome);
  }, [token]);
  useEffect(() => {
    if (!session) return;
    const timer = setTimeout(() => {
      saveSession(session);
      void navigate(buys ? '/asset/plan?buy=professional' : '/asset/view', { replace: true });
    }, redirectDelay);
    return () => clearTimeout(timer);
  }, [session, buys, navigate]);

  return (
    <AuthFrame eyebrow="Your account" title="Email verification">
      {token === '' ? (
        <Failed text="No verification token found." />
      ) : session ? (
        <Notice kind="good">Your email has been verified. You will now be logged in automatically.</Notice>
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

function Failed({ text }: { text: string }) {
  return (
    <>
      <Notice kind="bad">{text}</Notice>
      <p className="mt-6 text-sm text-soft">
        Signing in with an address that is not verified yet sends a new link.{' '}
        <Link to="/login" className="prose-link">
          Sign In
        </Link>
      </p>
    </>
  );
}
