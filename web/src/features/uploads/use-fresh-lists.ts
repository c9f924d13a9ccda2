import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { UploadState } from './upload-list.ts';

/** Has the lists read again in which an upload that is done has another place. */
export function useFreshLists(uploads: readonly UploadState[]): void {
  const client = useQueryClient();
  const done = uploads.filter(({ phase }) => phase === 'done').length;
  useEffect(() => {
    if (done === 0) return;
    for (const queryKey of [['videos'], ['open-uploads']]) void client.invalidateQueries({ queryKey });
  }, [done, client]);
}
