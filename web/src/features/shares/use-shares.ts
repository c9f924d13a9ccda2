import type { Sent } from '@lectern/contract/route';
import { type Share, shareOwnerRoutes } from '@lectern/contract/shares';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../session/call.ts';
import { showAnswer } from '../../session/show-answer.ts';

/** What a new link is to be. */
type ShareWish = Omit<Sent<typeof shareOwnerRoutes.create>, 'passthrough'>;

const keyOf = (passthrough: string) => ['shares', passthrough] as const;

const listOf = (passthrough: string) =>
  queryOptions({
    queryKey: keyOf(passthrough),
    queryFn: async ({ signal }) => (await call(shareOwnerRoutes.shares, { passthrough }, { signal })).data,
  });

/** The links of a video, newest first. */
export const useShares = (passthrough: string) => useQuery(listOf(passthrough));

/** Whether a link shows all there is to everybody who has it, until it is revoked. */
const isPlain = ({ kind, state, ends_at, has_password, shows_transcript }: Share): boolean =>
  kind === 'video' && state === 'open' && ends_at === null && !has_password && shows_transcript;

/** A link that one press has brought, and whether it was made for that. */
export type Given = { share: Share; isNew: boolean };

/** What becomes of a link is shown in the list. */
const putIn = (client: QueryClient, passthrough: string, share: Share): Promise<void> =>
  showAnswer<Share[]>(client, keyOf(passthrough), (known = []) =>
    known.some(({ id }) => id === share.id)
      ? known.map((other) => (other.id === share.id ? share : other))
      : [share, ...known],
  );

async function createShare(client: QueryClient, passthrough: string, wish: ShareWish): Promise<Share> {
  const { data } = await call(shareOwnerRoutes.create, { passthrough, ...wish });
  await putIn(client, passthrough, data);
  return data;
}

/** The link to the whole recording without end: the one there is, or else a new one. Throws `CallError`. */
export async function giveWhole(client: QueryClient, passthrough: string): Promise<Given> {
  const known = (await client.fetchQuery(listOf(passthrough))).find(isPlain);
  if (known) return { share: known, isNew: false };
  return { share: await createShare(client, passthrough, { shows_transcript: true }), isNew: true };
}

/** Makes links and takes them back. Each throws `CallError`. */
export function useChangeShares(passthrough: string) {
  const client = useQueryClient();
  return {
    create: (wish: ShareWish): Promise<Share> => createShare(client, passthrough, wish),
    revoke: async (id: string, revoked: boolean): Promise<void> =>
      putIn(client, passthrough, (await call(shareOwnerRoutes.revoke, { id, revoked })).data),
  };
}
