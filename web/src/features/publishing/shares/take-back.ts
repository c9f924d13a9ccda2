import type { QueryClient } from '@tanstack/react-query';
import { tellFailure } from '../../../session/call.ts';
import { toast } from '../../../ui/toast.tsx';
import { revokeShare } from './use-shares.ts';

/** Revokes a link, and offers to let it work again. */
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
