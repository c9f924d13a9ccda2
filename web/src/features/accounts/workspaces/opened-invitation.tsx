import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { invitationRoutes, type OpenedInvitation } from '@lectern/contract/accounts/workspaces';
import { hasErrorCode } from '@lectern/contract/client';
import { problems } from '@lectern/contract/problem';
import { type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { attempt, call, failureText } from '../../../session/call.ts';
import { ownDevice, saveDeviceToken } from '../../../session/device-token.ts';
import { leaveSession, saveSession, useSession } from '../../../session/stored-session.ts';
import { switchWorkspace } from '../../../session/workspaces.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonLink, TextLink } from '../../../ui/button-link.tsx';
import { dropDraftsOf } from '../../../ui/drafts.ts';
import { Field } from '../../../ui/field.tsx';
import { handOverFocus } from '../../../ui/focus-place.ts';
import { Notice } from '../../../ui/notice.tsx';
import { AuthFrame } from '../auth-frame.tsx';
import { CompanyButton, SignInWays } from '../company-button.tsx';
import { NameFields, NewAccountEnd } from '../new-account-fields.tsx';
import { SignInForm } from '../sign-in-form.tsx';
import { SubmitForm, invalid, useSubmit } from '../submit-form.tsx';

/** An invitation as whoever opens it may see it; `workspace` and `isOther` are known of who is signed in. */
export type Opened = OpenedInvitation & { workspace?: string; isOther: boolean };

type PartProps = { token: string; invitation: Opened; reload: () => Promise<unknown> };

const aRole = { owner: 'an owner', admin: 'an admin', editor: 'an editor', viewer: 'a viewer' } as const;

type FrameProps = { title: string; lead?: ReactNode; children: ReactNode };

const Frame = (props: FrameProps) => <AuthFrame eyebrow="Invitation" {...props} />;

/** Says who invites whom, in words that no stranger has typed. */
const leadOf = ({ invited_by: by, email, role }: Opened): ReactNode => (
  <p>
    {by ? <strong className="inline-block font-medium wrap-anywhere text-ink">{by}</strong> : 'Somebody'} invites{' '}
    <span className="inline-block wrap-anywhere">{email}</span> to a library of webinars, as {aRole[role]}.
  </p>
);

/** The form for whoever opens an invitation in its state. */
function partOf(props: PartProps, isSignedIn: boolean): ReactElement {
  const { state, isOther, has_account: hasAccount, passwords } = props.invitation;
  // Signing out leads to nothing where nobody can use it any more.
  if (isOther && (state === 'open' || state === 'joined')) return <OtherAddress {...props} />;
  if (state !== 'open') return <Closed {...props} state={state} />;
  if (isSignedIn) return <Join {...props} />;
  if (hasAccount) return <SignIn {...props} />;
  return passwords ? <NewAccount {...props} /> : <CompanyOnly {...props} />;
}

/** The page of an invitation. When another form takes the place of one, its heading gets the focus. */
export function InvitationPage(props: PartProps) {
  const part = partOf(props, useSession() !== undefined);
  const page = useRef<HTMLDivElement>(null);
  const shown = useRef(part.type);
  useEffect(() => {
    if (shown.current === part.type) return;
    shown.current = part.type;
    handOverFocus(undefined, page.current?.querySelector('h1'));
  }, [part.type]);
  return (
    <div ref={page} className="contents">
      {part}
    </div>
  );
}

function OtherAddress({ invitation: { email } }: PartProps) {
  const session = useSession();
  const signOut = (): void => {
    // The call has taken the token before the session goes.
    void call(accountRoutes.logout, undefined).catch(() => undefined);
    leaveSession();
    if (session) dropDraftsOf(session.id);
  };
  return (
    <Frame title="For another address">
      <div className="grid gap-6">
        <p>
          This invitation was sent to <strong className="inline-block font-medium wrap-anywhere">{email}</strong>. You
          are signed in as <strong className="inline-block font-medium wrap-anywhere">{session?.email}</strong>.
        </p>
        <div className="flex flex-wrap gap-3">
          <Button size="lg" onClick={signOut}>
            Sign out and continue
          </Button>
          <ButtonLink look="secondary" size="lg" to="/asset/view">
            Stay signed in
          </ButtonLink>
        </div>
      </div>
    </Frame>
  );
}

function Join({ token, invitation, reload }: PartProps) {
  const navigate = useNavigate();
  const name = invitation.workspace ?? 'the workspace';
  const submission = useSubmit(async () => {
    try {
      const { workspace } = await call(invitationRoutes.join, { token });
      await switchWorkspace(workspace);
      await navigate('/asset/view', { replace: true });
    } catch (cause) {
      await reload();
      throw cause;
    }
  });
  return (
    <Frame title={`Join ${name}`} lead={leadOf(invitation)}>
      <SubmitForm submission={submission}>
        <Button type="submit" size="lg" busy={submission.busy}>
          Join {name} as {invitation.role}
        </Button>
        <p className="text-sm text-soft">Your own recordings stay yours: nobody else sees them.</p>
      </SubmitForm>
    </Frame>
  );
}

const SignIn = ({ invitation }: PartProps) => (
  <Frame title="Sign in to join" lead={leadOf(invitation)}>
    <SignInWays door="member">
      <SignInForm
        signIn={async (credentials) => saveSession(saveDeviceToken(await call(accountRoutes.login, credentials)))}
        emailAutoComplete="email"
        verb="Sign In"
        busyVerb="Signing in…"
      >
        <p className="text-sm">
          <TextLink to="/forgot-password">Forgot password?</TextLink>
        </p>
      </SignInForm>
    </SignInWays>
  </Frame>
);

function NewAccount({ token, invitation, reload }: PartProps) {
  const navigate = useNavigate();
  const submission = useSubmit(async ({ firstname = '', lastname = '', password = '' }) => {
    const names = { firstname: firstname.trim(), lastname: lastname.trim() };
    if (!names.firstname || !names.lastname || !password) throw invalid('Please fill in all fields.');
    try {
      const answer = await call(invitationRoutes.accept, { token, ...names, password, ...ownDevice() });
      saveSession(saveDeviceToken(answer));
    } catch (cause) {
      if (
        hasErrorCode(cause, 'email_taken', 'invitation_used', 'invitation_revoked', 'invitation_expired', 'people_full')
      )
        await reload();
      throw cause;
    }
    await navigate('/asset/view', { replace: true });
  });
  return (
    <Frame title="Create your account" lead={leadOf(invitation)}>
      <SignInWays door="member">
        <SubmitForm submission={submission}>
          <Field label="Email" value={invitation.email} readOnly className="bg-sunken" />
          <NameFields />
          <NewAccountEnd verb="Create account and join" busy={submission.busy} />
        </SubmitForm>
      </SignInWays>
    </Frame>
  );
}

const CompanyOnly = ({ invitation }: PartProps) => (
  <Frame title="Sign in with your company" lead={leadOf(invitation)}>
    <div className="grid gap-6">
      <Notice>{problems.passwords_off.text}</Notice>
      <CompanyButton door="member" />
    </div>
  </Frame>
);

const closed: Readonly<Record<Exclude<Opened['state'], 'open'>, { title: string; text: string }>> = {
  used: { title: 'Already used', text: 'This invitation has already been used.' },
  revoked: { title: 'Revoked', text: 'This invitation has been revoked. Please ask the person who invited you.' },
  expired: { title: 'Expired', text: 'This invitation was good for seven days, and they are over.' },
  joined: { title: 'You are already in', text: 'The account with this address is already in the workspace.' },
  deactivated: { title: 'This account is deactivated', text: problems.deactivated.text },
  full: {
    title: 'No place is left',
    text: 'This workspace has no place left at the moment. Please ask the person who invited you; this link keeps working until it expires.',
  },
};

function Closed({ token, invitation, state }: PartProps & { state: Exclude<Opened['state'], 'open'> }) {
  const session = useSession();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<string>();
  const { title, text } = closed[state];
  const askAgain = async (): Promise<void> => {
    setBusy(true);
    await attempt(async () => setAsked((await call(invitationRoutes.askAgain, { token })).msg));
    setBusy(false);
  };
  return (
    <Frame title={title}>
      <div className="grid gap-6">
        <p>
          {text}
          {state === 'used' && !session && ' If it was by you, sign in.'}
        </p>
        {state === 'expired' &&
          (asked ? (
            <Notice kind="good">{asked}</Notice>
          ) : (
            <div>
              <Button size="lg" busy={busy} onClick={() => void askAgain()}>
                Ask for a new one
              </Button>
            </div>
          ))}
        {state !== 'deactivated' && (
          <p>
            <ButtonLink look={state === 'expired' ? 'secondary' : 'primary'} to={session ? '/asset/view' : '/login'}>
              {session ? 'Go to your videos' : 'Sign In'}
            </ButtonLink>
          </p>
        )}
        {state === 'deactivated' && (
          <p className="text-sm">
            <TextLink to="/support">Help & Support</TextLink>
          </p>
        )}
        {invitation.invited_by && state !== 'deactivated' && (
          <p className="text-sm text-soft">
            Sent by <span className="inline-block wrap-anywhere">{invitation.invited_by}</span> to{' '}
            <span className="inline-block wrap-anywhere">{invitation.email}</span>.
          </p>
        )}
      </div>
    </Frame>
  );
}

/** A link that opens nothing, or could not be asked about. */
export const NoInvitation = ({ cause, onRetry }: { cause?: unknown; onRetry?: () => void }) => (
  <Frame title="That did not work">
    <Notice kind="bad">
      {cause === undefined
        ? 'This link is incomplete. Please open it again from the email.'
        : failureText(cause, 'The server cannot be reached.')}
    </Notice>
    {onRetry && (
      <Button look="secondary" className="mt-6" onClick={onRetry}>
        Try again
      </Button>
    )}
  </Frame>
);
