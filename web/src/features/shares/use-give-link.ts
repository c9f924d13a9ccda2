import { useQueryClient } from '@tanstack/react-query';
import type { Given } from './use-shares.ts';

/** Brings a link to the whole of a recording, made where there is none; what that takes comes with the first press. */
export function useGiveLink(passthrough: string): () => Promise<Given & { takeBack: () => Promise<void> }> {
  const client = useQueryClient();
  return async () => {
    const [{ giveWhole }, { takeBack }] = await Promise.all([import('./use-shares.ts'), import('./take-back.ts')]);
    const given = await giveWhole(client, passthrough);
    return { ...given, takeBack: () => takeBack(client, passthrough, given.share.id) };
  };
}
