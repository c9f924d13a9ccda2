import { ErrorState } from '../ui/error-state.tsx';
import { PageComing, Skeleton } from '../ui/page-placeholder.tsx';
import { isFinal, whyMissing } from './call.ts';

/** A query, or what is asked like one. */
type Failing = { error: unknown; isFetching: boolean; refetch: () => unknown };

/** Tells why a query failed, with another try where that may help. */
export const Failure = ({ query, ...words }: { query: Failing; title?: string; text?: string }) => (
  <ErrorState
    text={whyMissing(query.error)}
    busy={query.isFetching}
    {...words}
    {...(isFinal(query.error) ? {} : { onRetry: () => void query.refetch() })}
  />
);

/** In the place of what a query is to bring to a page: why it failed, or the shape of it. */
export function NotLoaded({ query }: { query: Failing }) {
  if (query.error) return <Failure query={query} />;
  return (
    <PageComing>
      <Skeleton className="h-64" />
    </PageComing>
  );
}
