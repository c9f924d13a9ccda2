import { CallError } from '@lectern/contract/client';
import { type Highlight, highlightRoutes, type ListedHighlight } from '@lectern/contract/editing/highlights';
import type { RequestInput } from '@lectern/contract/route';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../session/call.ts';
import { highlightsKey } from '../../../session/video-cache.ts';

export const useHighlights = (passthrough?: string) =>
  useQuery<ListedHighlight[]>({
    queryKey: [...highlightsKey, passthrough ?? 'all'],
    queryFn: async ({ signal }) =>
      (await call(highlightRoutes.highlights, passthrough === undefined ? {} : { passthrough }, { signal })).data,
  });

/** Each saves a change and shows it wherever highlights are. Each throws `CallError`. */
export function useChangeHighlights() {
  const client = useQueryClient();
  const refresh = (): Promise<void> => client.invalidateQueries({ queryKey: highlightsKey });
  return {
    add: async (wish: RequestInput<typeof highlightRoutes.highlight>): Promise<Highlight> => {
      const { data } = await call(highlightRoutes.highlight, wish);
      await refresh();
      return data;
    },
    remove: async (id: string, removed: boolean): Promise<void> => {
      try {
        await call(highlightRoutes.remove, { id, removed });
      } catch (error) {
        // Another tab was quicker: what is gone is not shown any more.
        if (error instanceof CallError && error.status === 404) await refresh();
        throw error;
      }
      await refresh();
    },
    /** Writes a note over the one that was seen. */
    note: async ({ id, note: before }: Pick<Highlight, 'id' | 'note'>, note: string): Promise<void> => {
      try {
        await call(highlightRoutes.note, { id, note, before });
      } finally {
        // Somebody else was quicker: what they wrote is shown, beside what could not be saved.
        await refresh();
      }
    },
  };
}
