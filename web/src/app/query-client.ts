import { CallError } from '@lectern/contract/client';
import { QueryClient } from '@tanstack/react-query';

/** A refusal stays a refusal; only an unreachable or stumbling server is asked again. */
const mayRetry = (failures: number, error: Error): boolean =>
  failures < 2 && error instanceof CallError && (error.status === 0 || error.status >= 500);

export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: mayRetry, retryDelay: 1_000, staleTime: 5_000 },
      mutations: { retry: false },
    },
  });
