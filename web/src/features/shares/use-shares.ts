import type { Sent } from '@lectern/contract/route';
import { type Share, shareOwnerRoutes } from '@lectern/contract/shares';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { showAnswer } from '../../session/show-answer.ts';

/** What a new link is to be. */
type ShareWish = Omit<Sent<typeof shareOwnerRoutes.create>, 'passthrough'>;

const keyOf = (passthrough: string) => ['shares', passthrough] as const;

/** The links of a video, newest first. */
export const useShares = (passthrough: string) =>
  useQuery({
    queryKey: keyOf(passthrough),
    queryFn: async ({ signal }) => (await call(shareOwnerRoutes.shares, { passthrough }, { signal })).data,
  });

/** Makes links and takes them back. Each throws `CallError`. */
export function useChangeShares(passthrough: string) {
  const client = useQueryClient();
  const put = (share: Share): Promise<void> =>
    showAnswer<Share[]>(client, keyOf(passthrough), (known = []) =>
      known.some(({ id }) => id === share.id)
        ? known.map((other) => (other.id === share.id ? share : other))
        : [share, ...known],
    );
  return {
    create: async (wish: ShareWish): Promise<Share> => {
      const { data } = await call(shareOwnerRoutes.create, { passthrough, ...wish });
      await put(data);
      return data;
    },
    revoke: async (id: string, revoked: boolean): Promise<void> =>
      put((await call(shareOwnerRoutes.revoke, { id, revoked })).data),
  };
}
