import { CallError } from '@lectern/contract/client';
import { clipRoutes } from '@lectern/contract/clips';
import { call } from '../../session/call.ts';

/** Milliseconds between two looks, and how many (specification, section 9). A first short look catches quick cuts. */
const firstLook = 1000;
const interval = 5000;
const attempts = 120;

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });

export type Cut = { passthrough: string; timeIn: string; timeOut: string };

/** Asks for a clip and resolves with the address of its file. Throws a `CallError` with the server's text. */
export const startCut = async (cut: Cut): Promise<string> => (await call(clipRoutes.cut, cut)).data.data;

/** Waits until the file of an address is there. Throws a `CallError` when the cut failed or took too long. */
export async function whenCut(address: string, signal: AbortSignal): Promise<void> {
  for (let look = 0; look < attempts; look += 1) {
    const { status, ok } = await fetch(address, { method: 'HEAD', signal });
    if (ok) return;
    if (status !== 404)
      throw new CallError(status, await (await fetch(address, { signal })).json().catch(() => undefined));
    await pause(look < 3 ? firstLook : interval, signal);
  }
  throw new CallError(504, { msg: 'Error to cut video' });
}

/** Fetches the file and hands it to the browser's downloads. */
export async function saveFile(address: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new CallError(response.status, undefined);
  const url = URL.createObjectURL(await response.blob());
  const name = new URL(address, location.href).searchParams.get('name') ?? 'clip.mp4';
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
