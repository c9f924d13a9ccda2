import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { LoaderCircle } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { call, failureText } from '../session/call.ts';
import { ButtonLink, TextLink } from '../ui/button-link.tsx';
import { Notice } from '../ui/notice.tsx';
import { usePageTitle } from '../ui/page-title.ts';

type Outcome = { email: string } | { failure: string };

/** A token is good for one use, so a page that is mounted twice must not spend it twice. */
const spent = new Map<string, Promise<Outcome>>();

function confirm(token: string): Promise<Outcome> {
  const known = spent.get(token);
  if (known) return known;
  const outcome = call(ownAccountRoutes.confirmAddress, { token }).then(
    ({ email }) => ({ email }),
    (cause: unknown) => ({ failure: failureText(cause, 'Please try again later.') }),
  );
  spent.set(token, outcome);
  return outcome;
}

/** Opened from the mail to a new address: spends the token of its query. */
export default function ConfirmAddress() {
  usePageTitle('New email address');
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    if (token) void confirm(token).then(setOutcome);
  }, [token]);

  return (
    <AuthFrame eyebrow="Your account" title="New email address">
      {token === '' ? (
        <Notice kind="bad">This link is incomplete. Please open it again from the email.</Notice>
      ) : !outcome ? (
        <p role="status" className="flex items-center gap-3">
          <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />
          Confirming…
        </p>
      ) : 'failure' in outcome ? (
        <>
          <Notice kind="bad">{outcome.failure}</Notice>
          <p className="mt-6 text-sm text-soft">
            You can request a new link on your <TextLink to="/asset/account">account page</TextLink>.
          </p>
        </>
      ) : (
        <>
          <Notice kind="good">
            The address of your account is now {outcome.email}. Please sign in with it from now on.
          </Notice>
          <ButtonLink to="/asset/account" size="lg" className="mt-6">
            Go to your account
          </ButtonLink>
        </>
      )}
    </AuthFrame>
  );
}
