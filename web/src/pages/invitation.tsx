import { invitationRoutes } from '@lectern/contract/accounts/workspaces';
import { hasErrorCode } from '@lectern/contract/client';
import { LoaderCircle } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { AuthFrame } from '../features/accounts/auth-frame.tsx';
import { InvitationPage, NoInvitation, type Opened } from '../features/accounts/workspaces/opened-invitation.tsx';
import { call, isFinal } from '../session/call.ts';
import { useSession } from '../session/stored-session.ts';
import { usePageTitle } from '../ui/page-title.ts';

/** Asks for as much of an invitation as this person may know. Throws `CallError`. */
async function open(token: string, account: string | undefined): Promise<Opened> {
  if (account !== undefined)
    try {
      return { ...(await call(invitationRoutes.openSignedIn, { token })).data, isOther: false };
    } catch (cause) {
      if (!hasErrorCode(cause, 'invitation_other_address')) throw cause;
      return { ...(await call(invitationRoutes.open, { token })).data, isOther: true };
    }
  return { ...(await call(invitationRoutes.open, { token })).data, isOther: false };
}

const textIn = (state: unknown, name: string): string => {
  const value = typeof state === 'object' && state !== null ? (state as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : '';
};

/** Opened from the mail of an invitation. Its token goes from the address into the history entry, where a reload finds it. */
export default function Invitation() {
  usePageTitle('Invitation');
  const [query] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const brought = query.get('token');
  const token = brought ?? textIn(state, 'token');
  const account = useSession()?.id;
  const [opened, setOpened] = useState<{ invitation: Opened } | { cause: unknown }>();

  useEffect(() => {
    if (brought === null) return;
    // Where the company signs in, `from` leads back here.
    const kept = { token: brought, from: `/invitation?token=${encodeURIComponent(brought)}` };
    void navigate('/invitation', { replace: true, state: kept });
  }, [brought, navigate]);

  const reload = useCallback(
    () =>
      open(token, account).then(
        (invitation) => setOpened({ invitation }),
        (cause: unknown) => setOpened({ cause }),
      ),
    [token, account],
  );
  useEffect(() => {
    let isCurrent = true;
    if (token)
      void open(token, account).then(
        (invitation) => isCurrent && setOpened({ invitation }),
        (cause: unknown) => isCurrent && setOpened({ cause }),
      );
    return () => {
      isCurrent = false;
    };
  }, [token, account]);

  if (!token) return <NoInvitation />;
  if (!opened)
    return (
      <AuthFrame eyebrow="Invitation" title="Your invitation">
        <p role="status" className="flex items-center gap-3">
          <LoaderCircle aria-hidden className="size-4 animate-spin text-accent" />
          Opening…
        </p>
      </AuthFrame>
    );
  if ('cause' in opened)
    return <NoInvitation cause={opened.cause} {...(isFinal(opened.cause) ? {} : { onRetry: () => void reload() })} />;
  return <InvitationPage token={token} invitation={opened.invitation} reload={reload} />;
}
