import { type Rewrite, type RewriteOccurrence, rewriteRoutes } from '@lectern/contract/editing/rewrites';
import type { Reply, RequestInput } from '@lectern/contract/route';
import { type InfiniteData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call } from '../../../session/call.ts';
import { useCan } from '../../../session/stored-session.ts';
import { saveInTurn } from '../../../session/video-cache.ts';
import { useIsMounted } from '../../../ui/use-is-mounted.ts';

const rewritesKey = ['rewrites'] as const;

/** Milliseconds between two looks at one that runs. */
const interval = 1_000;

export const isRewriteRunning = ({ state }: Pick<Rewrite, 'state'>): boolean =>
  state === 'looking' || state === 'applying' || state === 'undoing';

/** The last ones, the newest first. */
export const useRewrites = () => {
  const can = useCan();
  return useQuery({
    enabled: can('curate'),
    queryKey: [...rewritesKey, 'all'],
    queryFn: async ({ signal }) => (await call(rewriteRoutes.rewrites, undefined, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.some(isRewriteRunning) ? interval : false),
  });
};

/** One with the recordings it touches. */
export const useRewrite = (id: string) =>
  useQuery({
    queryKey: [...rewritesKey, id],
    queryFn: async ({ signal }) => (await call(rewriteRoutes.rewrite, { id }, { signal })).data,
    refetchInterval: ({ state }) => (state.data && isRewriteRunning(state.data) ? interval : false),
  });

/** Its places, page after page, as soon as it has found them. */
export const usePlaces = ({ id, state }: Pick<Rewrite, 'id' | 'state'>) =>
  useInfiniteQuery({
    queryKey: [...rewritesKey, id, 'places', state],
    queryFn: ({ pageParam, signal }) => call(rewriteRoutes.places, { id, after: pageParam }, { signal }),
    initialPageParam: -1,
    getNextPageParam: ({ data, more }) => (more ? data.at(-1)?.at : undefined),
    enabled: state !== 'looking',
    // Keeps the shown rewrite until its new state arrives.
    placeholderData: (before) => before,
  });

/** Looks through the library for what terms, or all, would change, and goes where that is shown. */
export function useLibraryScan(): (terms?: string[]) => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  const isHere = useIsMounted();
  return async (terms) => {
    const { data } = await call(rewriteRoutes.look, terms ? { terms } : {});
    await client.invalidateQueries({ queryKey: [...rewritesKey, 'all'] });
    // Somebody who has gone to another page finds it in the list.
    if (isHere()) await navigate(`/asset/glossary/${data.id}`);
  };
}

type Choice = Omit<RequestInput<typeof rewriteRoutes.choose>, 'id'>;

/** The last choice made of each rewrite. */
const lastChoices = new Map<string, Promise<unknown>>();

/** Each changes one and shows it. Each throws `CallError`. */
export function useChangeRewrite(id: string) {
  const client = useQueryClient();
  const refreshed = async (change: Promise<unknown>): Promise<void> => {
    try {
      await change;
    } finally {
      await client.invalidateQueries({ queryKey: rewritesKey });
    }
  };
  /** Shows at once what is chosen; what has become of all choices is looked at after the last. */
  const choose = async (which: Choice): Promise<void> => {
    const places = { queryKey: [...rewritesKey, id, 'places'] };
    const isMeant = ({ at, passthrough }: RewriteOccurrence): boolean =>
      (which.at ?? at) === at && (which.passthrough ?? passthrough) === passthrough;
    await client.cancelQueries(places);
    client.setQueriesData<InfiniteData<Reply<typeof rewriteRoutes.places>>>(places, (before) => {
      if (!before) return before;
      const pages = before.pages.map((page) => ({
        ...page,
        data: page.data.map((place) => (isMeant(place) ? { ...place, wanted: which.wanted } : place)),
      }));
      return { ...before, pages };
    });
    const choice = saveInTurn(id, () => call(rewriteRoutes.choose, { id, ...which }));
    lastChoices.set(id, choice);
    try {
      await choice;
    } finally {
      if (lastChoices.get(id) === choice) await client.invalidateQueries({ queryKey: rewritesKey });
    }
  };
  return {
    choose,
    apply: () => refreshed(call(rewriteRoutes.apply, { id })),
    goOn: () => refreshed(call(rewriteRoutes.goOn, { id })),
    undo: () => refreshed(call(rewriteRoutes.undo, { id })),
  };
}
