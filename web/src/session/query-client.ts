import { CallError, isUnreached } from '@lectern/contract/client';
import { QueryCache, QueryClient } from '@tanstack/react-query';
import { whenReached } from '../ui/reach.ts';

/** A refusal stays a refusal; only an unreachable or stumbling server is asked again. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500);

/** Repeats queries that did not reach the server once the server is back. */
export function createQueryClient(): QueryClient {
  const again = (): void =>
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => isUnreached(state.error) });
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error) => void (isUnreached(error) && whenReached(again)) }),
    defaultOptions: {
      queries: { retry: mayRetry, retryDelay: 1_000, staleTime: 5_000 },
      mutations: { retry: false },
    },
  });
  return client;
}
