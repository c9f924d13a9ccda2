import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Outlet } from 'react-router';
import { useSession } from '../session/stored-session.ts';
import { Toaster } from '../ui/toast.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { createQueryClient } from './query-client.ts';

/** What every page but the landing page needs; in a chunk of its own, so that the landing page stays light. */
export default function Providers() {
  const account = useSession()?.id;
  // A cache for each account: what one was shown must not greet the next one on the same machine.
  const queries = useMemo(() => ({ account, client: createQueryClient() }), [account]);
  return (
    <>
      <QueryClientProvider client={queries.client} key={queries.account ?? 'nobody'}>
        <TooltipProvider delayDuration={300}>
          <Outlet />
        </TooltipProvider>
      </QueryClientProvider>
      <Toaster />
    </>
  );
}
