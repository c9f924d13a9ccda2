import { createClient } from '@lectern/contract/client';
import { exportRoutes, type ImportProgress, type DuplicatePolicy } from '@lectern/contract/exports/downloads';
import { currentSession } from '../../session/stored-session.ts';

/** `fetch` by XMLHttpRequest, which alone can tell how much of a body has been sent. */
const fetchTelling =
  (onSent: (fraction: number) => void): typeof fetch =>
  (url, init = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(init.method ?? 'GET', String(url));
      for (const [name, value] of new Headers(init.headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
      request.onload = () => resolve(new Response(request.responseText, { status: request.status }));
      request.onerror = () => reject(new TypeError('The connection was lost.'));
      request.send(init.body as Blob);
    });

/** Sends an export to the caller's account. `onSent` is told 0 to 1. Throws `CallError`. */
export async function sendArchive(
  file: Blob,
  repeats: DuplicatePolicy,
  onSent: (fraction: number) => void,
): Promise<ImportProgress> {
  const send = createClient({ token: () => currentSession()?.token, fetch: fetchTelling(onSent) });
  return (await send(exportRoutes.import, { repeats }, { body: file })).data;
}
