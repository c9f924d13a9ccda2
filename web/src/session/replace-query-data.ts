import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Shows what a change has made of something that was looked at. A look that began before the change must not put the old
 * one back, so it is given up, and started over.
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
