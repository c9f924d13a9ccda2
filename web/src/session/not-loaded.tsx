import type { UseQueryResult } from '@tanstack/react-query';
import { ErrorState } from '../ui/error-state.tsx';
import { PageComing, Skeleton } from '../ui/page-placeholder.tsx';
import { isFinal, whyMissing } from './call.ts';

/** In the place of what a query is to bring to a page: why it failed, with another try where that may help, or the shape of it. */
export function NotLoaded({ query }: { query: Pick<UseQueryResult, 'error' | 'isFetching' | 'refetch'> }) {
  const { error, isFetching, refetch } = query;
  if (error)
    return (
      <ErrorState
        text={whyMissing(error)}
        busy={isFetching}
        {...(isFinal(error) ? {} : { onRetry: () => void refetch() })}
      />
    );
  return (
    <PageComing>
      <Skeleton className="h-64" />
    </PageComing>
  );
}
