import type { Call } from '@lectern/contract/client';
import { ownAccountRoutes } from '@lectern/contract/accounts/own-account';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { whyMissing } from '../../session/call.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageComing } from '../../ui/page-placeholder.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmailCard } from './address-card.tsx';
import { EventsCard } from './events-card.tsx';
import { MailsCard } from './mails-card.tsx';
import { NameCard } from './name-card.tsx';
import { PasswordCard } from './password-card.tsx';
import { SecondFactorCard } from './second-factor-card.tsx';
import { SessionsCard } from './sessions-card.tsx';
import { VoicesCard } from './voices-card.tsx';

const owed = {
  password:
    'Please choose your own password first: the one you signed in with was printed when the service was installed.',
  second_factor: 'Please set up two-factor authentication first: administrators of this service must use it.',
} as const;

type OwnAccountPanelsProps = {
  call: Call;
  onChanged?: () => void;
  /** The way on, once what was owed is done. */
  next?: ReactNode;
  /** Other parts of the account. */
  children?: ReactNode;
};

/** Everything somebody can see and change of how they sign in; the same for subscribers and administrators. */
export function OwnAccountPanels({ call, onChanged, next, children }: OwnAccountPanelsProps) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['own-account'],
    queryFn: async ({ signal }) => (await call(ownAccountRoutes.account, undefined, { signal })).data,
  });
  const [hasOwed, setHasOwed] = useState(false);
  if (data?.owes && !hasOwed) setHasOwed(true);
  const reload = async (): Promise<void> => {
    await refetch();
    onChanged?.();
  };
  if (!data && error)
    return (
      <ErrorState
        title="Your account could not be loaded."
        text={whyMissing(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  if (!data)
    return (
      <PageComing className="mt-6 grid gap-6">
        <Skeleton className="h-48" />
        <Skeleton className="h-64" />
        <Skeleton className="h-40" />
      </PageComing>
    );
  const panel = { call, reload };
  return (
    <div className="mt-6 grid gap-6">
      {data.owes ? <Notice>{owed[data.owes]}</Notice> : hasOwed && next}
      {data.kind === 'member' && (
        <>
          <NameCard {...panel} firstname={data.firstname ?? ''} lastname={data.lastname ?? ''} />
          <EmailCard {...panel} email={data.email} />
        </>
      )}
      <PasswordCard {...panel} email={data.email} />
      <SecondFactorCard {...panel} email={data.email} factor={data.second_factor} />
      <SessionsCard {...panel} sessions={data.sessions} />
      {data.recording_mails !== null && <MailsCard {...panel} recordings={data.recording_mails} />}
      {data.kind === 'member' && <VoicesCard />}
      {children}
      <EventsCard events={data.events} />
    </div>
  );
}
