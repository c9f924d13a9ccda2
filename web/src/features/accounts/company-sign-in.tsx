import { hasErrorCode } from '@lectern/contract/client';
import { problems } from '@lectern/contract/problem';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { failureText } from '../../session/call.ts';
import { companyName, type Door } from '../../session/sign-in-ways.ts';
import { TextLink } from '../../ui/button-link.tsx';
import { Notice } from '../../ui/notice.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { CompanyButton } from './company-button.tsx';
import { type Credentials, SignInForm } from './sign-in-form.tsx';

type Proof = Omit<Credentials, 'email'> & { link: string };

type CompanySignInProps = {
  door: Door;
  redeem: (code: string) => Promise<void>;
  connect: (proof: Proof) => Promise<void>;
};

/** The text of a problem that the server names in the address; that of none for anything else. */
const textOf = (code: string | null): string =>
  code !== null && Object.hasOwn(problems, code)
    ? problems[code as keyof typeof problems].text
    : problems.sign_in_expired.text;

/** Where a browser comes back from the company: with a code, with an account to connect, or with a problem. */
export function CompanySignIn({ door, redeem, connect }: CompanySignInProps) {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [brought] = useState(() => new URLSearchParams(hash.slice(1)));
  const [failure, setFailure] = useState<string>();
  const begun = useRef(false);
  const code = brought.get('code');
  const link = brought.get('link');
  const email = brought.get('email') ?? '';

  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    // A code is for one use and stands in no history.
    if (hash) void navigate(pathname, { replace: true });
    if (code !== null) redeem(code).catch((cause: unknown) => setFailure(failureText(cause)));
  }, [hash, pathname, navigate, code, redeem]);

  const failed = failure ?? (code === null && link === null ? textOf(query.get('problem')) : undefined);
  if (failed !== undefined)
    return (
      <AuthFrame eyebrow="Sign in" title="That did not work">
        <div className="grid gap-6">
          <Notice kind="bad">{failed}</Notice>
          <CompanyButton door={door} />
          <p className="text-sm">
            <TextLink to={door === 'member' ? '/login' : '/admin/login'}>Back to Sign In</TextLink>
          </p>
        </div>
      </AuthFrame>
    );
  if (link === null)
    return (
      <AuthFrame eyebrow="Sign in" title="Signing you in…">
        <p role="status">{companyName} knows you. One moment.</p>
      </AuthFrame>
    );
  return (
    <AuthFrame
      eyebrow="Sign in"
      title="Connect your account"
      lead={
        <p>
          There is an account with <strong className="font-medium break-all text-ink">{email}</strong>. Sign in once
          with its password to connect it with {companyName}.
        </p>
      }
    >
      <SignInForm
        address={email}
        signIn={async ({ email: _, ...proof }) => {
          try {
            await connect({ ...proof, link });
          } catch (cause) {
            if (!hasErrorCode(cause, 'sign_in_expired')) throw cause;
            setFailure(failureText(cause));
          }
        }}
        emailAutoComplete="email"
        verb="Connect and sign in"
        busyVerb="Connecting…"
      />
    </AuthFrame>
  );
}
