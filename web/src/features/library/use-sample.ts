import { sampleRoutes } from '@lectern/contract/library/sample';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { call, failureText, isAnnounced } from '../../session/call.ts';
import { toast } from '../../ui/toast.tsx';

/** Puts the sample recording into the library and opens it. */
export function useSample() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => call(sampleRoutes.addSample, {}),
    onSuccess: async ({ passthrough }) => {
      await navigate(`/asset/${passthrough}`);
      await client.invalidateQueries({ queryKey: ['videos'] });
    },
    onError: (error) => {
      if (!isAnnounced(error)) toast.error(failureText(error));
    },
  });
}
