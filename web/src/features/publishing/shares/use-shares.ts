import type { RequestInput } from '@lectern/contract/route';
import { type ShareLink, shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { formatDuration } from '@lectern/contract/rules/timecode';
import { call, tellFailure } from '../../../session/call.ts';
import { replaceQueryData } from '../../../session/video-cache.ts';
import { toast } from '../../../ui/toast.tsx';

type ShareWish = Omit<RequestInput<typeof shareOwnerRoutes.create>, 'passthrough'>;

const keyOf = (passthrough: string) => ['shares', passthrough] as const;

const listOf = (passthrough: string) =>
  queryOptions({
    queryKey: keyOf(passthrough),
    queryFn: async ({ signal }) => (await call(shareOwnerRoutes.shares, { passthrough }, { signal })).data,
  });

export const useShares = (passthrough: string) => useQuery(listOf(passthrough));

/** Whether a link shows all there is to everybody who has it, until it is revoked. */
const isPlain = ({ kind, state, ends_at, has_password, shows_transcript }: ShareLink): boolean =>
  kind === 'video' && state === 'open' && ends_at === null && !has_password && shows_transcript;

/** A link that one press has brought, and whether it was made for that. */
export type Given = { share: ShareLink; isNew: boolean };

/** Updates a changed link in the list, or adds a new one first. */
const putIn = (client: QueryClient, passthrough: string, share: ShareLink): Promise<void> =>
  replaceQueryData<ShareLink[]>(client, keyOf(passthrough), (known = []) =>
    known.some(({ id }) => id === share.id)
      ? known.map((other) => (other.id === share.id ? share : other))
      : [share, ...known],
  );

async function createShare(client: QueryClient, passthrough: string, wish: ShareWish): Promise<ShareLink> {
  const { data } = await call(shareOwnerRoutes.create, { passthrough, ...wish });
  await putIn(client, passthrough, data);
  return data;
}

/** Makes a link to the whole recording without end. Throws `CallError`. */
const makeWhole = async (client: QueryClient, passthrough: string): Promise<Given> => ({
  share: await createShare(client, passthrough, { shows_transcript: true }),
  isNew: true,
});

/**
 * Returns the endless link to the whole recording, or creates the first link. Returns undefined if only other links
 * exist, as this one may be revoked. Throws `CallError`.
 */
export async function giveFirst(client: QueryClient, passthrough: string): Promise<Given | undefined> {
  const shares = await client.fetchQuery(listOf(passthrough));
  const whole = shares.find(isPlain);
  if (whole) return { share: whole, isNew: false };
  return shares.length === 0 ? makeWhole(client, passthrough) : undefined;
}

/** The link to the whole recording without end: the one there is, or else a new one. Throws `CallError`. */
export const giveWhole = async (client: QueryClient, passthrough: string): Promise<Given> =>
  (await giveFirst(client, passthrough)) ?? makeWhole(client, passthrough);

async function revokeShare(
  client: QueryClient,
  passthrough: string,
  { id, revoked }: { id: string; revoked: boolean },
): Promise<void> {
  const { data } = await call(shareOwnerRoutes.revoke, { id, revoked });
  await putIn(client, passthrough, data);
}

/** Makes a link. Throws `CallError`. */
export function useCreateShare(passthrough: string): (wish: ShareWish) => Promise<ShareLink> {
  const client = useQueryClient();
  return (wish) => createShare(client, passthrough, wish);
}

export async function takeBack(client: QueryClient, passthrough: string, id: string): Promise<void> {
  const revoke = async (revoked: boolean): Promise<void> => {
    try {
      await revokeShare(client, passthrough, { id, revoked });
    } catch (error) {
      tellFailure(error);
      return;
    }
    if (revoked)
      toast.success('Link revoked. It no longer works.', {
        action: { label: 'Undo', onClick: () => void revoke(false) },
      });
  };
  await revoke(true);
}

/** Content of a link: a chapter, or a time range in seconds; everything when empty. */
export type ShareContent = { chapter?: string; start?: number; end?: number };

export const isClip = (wanted: ShareContent): wanted is { start: number; end: number } =>
  wanted.start !== undefined && wanted.end !== undefined;

export const clipName = (start: number, end: number): string => `Clip, ${formatDuration(start)}–${formatDuration(end)}`;

export function shareName({ kind, title, start, end }: ShareLink): string {
  if (kind === 'video' || start === null || end === null) return 'Whole recording';
  if (kind === 'chapter') return `Chapter “${title}”`;
  return title ? `“${title}” (${clipName(start, end)})` : clipName(start, end);
}
