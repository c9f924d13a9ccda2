import { type OwnPortal, portalOwnerRoutes } from '@lectern/contract/publishing/portal';
import type { PortalChange, NewPortal } from '@lectern/contract/publishing/portal-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../session/call.ts';
import { replaceQueryData } from '../../../session/video-cache.ts';

const key = ['portal'];

export const useOwnPortal = ({ enabled = true }: { enabled?: boolean } = {}) =>
  useQuery({
    queryKey: key,
    enabled,
    queryFn: async ({ signal }) => (await call(portalOwnerRoutes.own, undefined, { signal })).data,
  });

/** Makes the portal or a new code for it, and saves its settings. */
export function useChangePortal(): {
  /** A first code is for the portal with this title and these videos. */
  generate: (publication?: NewPortal) => Promise<void>;
  save: (change: PortalChange) => Promise<void>;
  /** Base64 of a PNG, or none. */
  setLogo: (png: string | null) => Promise<void>;
  /** Shows the portal as it is by now. */
  look: () => Promise<void>;
} {
  const client = useQueryClient();
  const show = ({ data }: { data: OwnPortal }): Promise<void> => replaceQueryData<OwnPortal | null>(client, key, data);
  return {
    generate: async (publication = {}) => {
      await call(portalOwnerRoutes.generate, publication);
      await Promise.all([
        client.invalidateQueries({ queryKey: key }),
        client.invalidateQueries({ queryKey: ['dashboard'] }),
      ]);
    },
    save: async (change) => show(await call(portalOwnerRoutes.change, change)),
    setLogo: async (png) =>
      show(
        await (png === null ? call(portalOwnerRoutes.removeLogo, undefined) : call(portalOwnerRoutes.setLogo, { png })),
      ),
    look: () => client.invalidateQueries({ queryKey: key }),
  };
}
