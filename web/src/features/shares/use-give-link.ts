import { useQueryClient } from '@tanstack/react-query';
import type { Given } from './use-shares.ts';

/** Brings a link to the whole of a recording, made where there is none; what that takes comes with the first press. */
export function useGiveLink(passthrough: string): () => Promise<Given> {
  const client = useQueryClient();
  return async () => (await import('./use-shares.ts')).giveWhole(client, passthrough);
}
