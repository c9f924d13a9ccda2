import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Puts the result of a change into a query. Cancels and restarts a fetch that began earlier, so it cannot restore the
 * old data.
 */
export async function replaceQueryData<T>(
  client: QueryClient,
  queryKey: QueryKey,
  changed: T | ((before: T | undefined) => T | undefined),
): Promise<void> {
  const one = { queryKey, exact: true };
  const looked = client.isFetching(one) > 0;
  await client.cancelQueries(one);
  client.setQueryData<T>(queryKey, changed);
  if (looked) void client.invalidateQueries(one);
}
