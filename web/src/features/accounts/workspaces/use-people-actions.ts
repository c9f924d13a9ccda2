import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText, isAnnounced } from '../../../session/call.ts';
import { peopleKey, workspaceKey, workspacesKey } from '../../../session/workspaces.ts';
import { toast } from '../../../ui/toast.tsx';
import { useSerialActions } from '../../../ui/use-serial-actions.ts';

/** Runs what changes people, one thing after another, and says how it went. */
export function usePeopleActions() {
  const { act, isDoing } = useSerialActions();
  const [error, setError] = useState<string>();
  const queries = useQueryClient();
  const change = (name: string, work: () => Promise<{ msg: string }>): Promise<void> =>
    act(name, async () => {
      setError(undefined);
      try {
        toast.success((await work()).msg);
      } catch (cause) {
        if (!isAnnounced(cause)) setError(failureText(cause));
      }
      await Promise.all(
        [peopleKey, workspaceKey, workspacesKey].map((queryKey) => queries.invalidateQueries({ queryKey })),
      );
    });
  return { change, isDoing, error };
}

export type PeopleActions = ReturnType<typeof usePeopleActions>;
