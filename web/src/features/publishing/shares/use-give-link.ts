import { useQueryClient } from '@tanstack/react-query';
import { chunk } from '../../../ui/lazy-part.tsx';
import type { Given } from './use-shares.ts';

type Reversible = Given & { takeBack: () => Promise<void> };

/**
 * Returns a link to a whole recording; if earlier links are all gone, creates one when `agrees` resolves to true. Its
 * code loads at the first press.
 */
export function useGiveLink(passthrough: string): (agrees: () => Promise<boolean>) => Promise<Reversible | undefined> {
  const client = useQueryClient();
  return async (agrees) => {
    const { giveFirst, giveWhole, takeBack } = await chunk(() => import('./use-shares.ts'));
    const given =
      (await giveFirst(client, passthrough)) ?? ((await agrees()) ? await giveWhole(client, passthrough) : undefined);
    return given && { ...given, takeBack: () => takeBack(client, passthrough, given.share.id) };
  };
}
