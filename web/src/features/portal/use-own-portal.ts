import { type OwnPortal, portalOwnerRoutes, type PortalSettings } from '@lectern/contract/portal';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../session/call.ts';

const key = ['portal'];

/** The caller's portal; null before the first embed code. */
export const useOwnPortal = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: key,
    enabled,
    queryFn: async ({ signal }) => (await call(portalOwnerRoutes.own, undefined, { signal })).data,
  });

/** Makes the portal or a new code for it, and saves its settings. */
export function useChangePortal(): {
  /** A first code is for the portal with these videos. */
  generate: (videos?: string[]) => Promise<void>;
  save: (settings: PortalSettings) => Promise<OwnPortal>;
} {
  const client = useQueryClient();
  return {
    generate: async (videos) => {
      await call(portalOwnerRoutes.generate, videos ? { videos } : {});
      await Promise.all([
        client.invalidateQueries({ queryKey: key }),
        client.invalidateQueries({ queryKey: ['dashboard'] }),
      ]);
    },
    save: async (settings) => {
      const { data } = await call(portalOwnerRoutes.change, settings);
      client.setQueryData(key, data);
      return data;
    },
  };
}
