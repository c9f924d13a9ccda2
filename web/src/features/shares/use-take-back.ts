import { failureText, isAnnounced } from '../../session/call.ts';
import { toast } from '../../ui/toast.tsx';
import { useChangeShares } from './use-shares.ts';

/** Revokes a link, and offers to let it work again. */
export function useTakeBack(passthrough: string): (id: string) => Promise<void> {
  const { revoke } = useChangeShares(passthrough);
  const attempt = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!isAnnounced(error)) toast.error(failureText(error));
    }
  };
  return (id) =>
    attempt(async () => {
      await revoke(id, true);
      toast.success('Link revoked. It no longer works.', {
        action: { label: 'Undo', onClick: () => void attempt(() => revoke(id, false)) },
      });
    });
}
