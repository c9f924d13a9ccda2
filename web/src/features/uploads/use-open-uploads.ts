import { type UnfinishedUpload, uploadRoutes } from '@lectern/contract/uploads/uploads';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../session/call.ts';
import { useMember } from '../../session/stored-session.ts';
import { createStore } from '../../ui/store.ts';

/** Whether nobody has to send anything any more. */
export const comesByItself = ({ arrived, fetched }: UnfinishedUpload): boolean => arrived || fetched;

/** Milliseconds between two looks at what is fetched, and at what has arrived and is on its way into the library. */
const looks = { fetched: 1_000, arrived: 10_000 };

export const openUploadsKey = ['open-uploads'];

/** Uploads of this workspace that are no videos yet. */
export const useOpenUploads = () =>
  useQuery({
    queryKey: openUploadsKey,
    queryFn: async ({ signal }) => (await call(uploadRoutes.open, undefined, { signal })).data,
    refetchInterval: ({ state: { data } }) => {
      if (data?.some(({ arrived, fetched }) => fetched && !arrived)) return looks.fetched;
      return data?.some(comesByItself) ? looks.arrived : false;
    },
  });

/** A recording that the server fetches, in the workspace it goes to. */
type FetchedUpload = { id: string; name: string; workspace: string | undefined };

/** Outside of React: whoever comes back to the page hears what became of them. */
const followed = createStore<readonly FetchedUpload[]>([]);

export function followFetched(upload: FetchedUpload): void {
  if (!followed.get().some(({ id }) => id === upload.id)) followed.set([...followed.get(), upload]);
}

export const forgetFetched = (id: string): void => followed.set(followed.get().filter((each) => each.id !== id));

/** The recordings of this workspace that are fetched no more: they have arrived, or were refused. */
export function useFetchedUploads(): FetchedUpload[] {
  const { workspace } = useMember();
  const { data } = useOpenUploads();
  const known = followed.use();
  useEffect(() => {
    for (const { id, file_name, fetched } of data ?? [])
      if (fetched) followFetched({ id, name: file_name || 'Recording', workspace: workspace?.id });
  }, [data, workspace?.id]);
  if (!data) return [];
  return known.filter((each) => each.workspace === workspace?.id && !data.some(({ id }) => id === each.id));
}
