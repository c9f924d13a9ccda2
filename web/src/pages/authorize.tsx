import { QueryClientProvider } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, useLocation } from 'react-router';
import { AppRequestPage } from '../features/accounts/app-request.tsx';
import { createQueryClient } from '../session/query-client.ts';
import { useSession, type WayBack } from '../session/stored-session.ts';
import { usePageTitle } from '../ui/page-title.ts';

/** Opened by an app that wants to be let in, with its request in the address. */
export default function Authorize() {
  usePageTitle('Connect an App');
  const session = useSession();
  const { pathname, search } = useLocation();
  if (session) return <SignedIn key={`${session.id} ${search}`} search={search} />;
  const back: WayBack = { from: pathname + search, account: undefined };
  return <Navigate to="/login" replace state={back} />;
}

function SignedIn({ search }: { search: string }) {
  const [client] = useState(createQueryClient);
  return (
    <QueryClientProvider client={client}>
      <AppRequestPage request={Object.fromEntries(new URLSearchParams(search))} />
    </QueryClientProvider>
  );
}
