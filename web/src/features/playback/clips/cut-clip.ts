import { CallError } from '@lectern/contract/client';

/** Milliseconds between two looks, and how many (specification, section 9). The first look is at once. */
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

/** A proxy or a server that is restarting: nothing is said about the file. */
const passing: readonly number[] = [408, 502, 503, 504];

/** Asks for the state of a file: ready, in progress (404), or failed (status). A network failure counts as not yet. */
async function look(address: string, signal: AbortSignal): Promise<'there' | 'not yet' | number> {
  try {
    const { status, ok } = await fetch(address, { method: 'HEAD', signal });
    return ok ? 'there' : status === 404 || passing.includes(status) ? 'not yet' : status;
  } catch (error) {
    if (signal.aborted) throw error;
    return 'not yet';
  }
}

/**
 * Waits until the file exists, despite network failures. Throws a `CallError` when the cut failed or took too long,
 * with the server's text if given.
 */
export async function waitForClip(address: string, signal: AbortSignal, wait = interval): Promise<void> {
  for (let n = 0; n < attempts; n += 1) {
    if (n > 0) await pause(wait, signal);
    const answer = await look(address, signal);
    if (answer === 'there') return;
    if (typeof answer === 'number') {
      const response = await fetch(address, { signal }).catch(() => undefined);
      throw new CallError(answer, await response?.json().catch(() => undefined));
    }
  }
  throw new CallError(504, { msg: 'Error to cut video' });
}

/** Returns the file name in a URL, or `clip.mp4`. */
export const getFileNameFromUrl = (address: string): string =>
  new URL(address, location.href).searchParams.get('name') ?? 'clip.mp4';

/** Fetches the file. Throws a `CallError`. */
export async function fetchFile(address: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(address, { signal }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new CallError(0, undefined, cause);
  });
  if (!response.ok) throw new CallError(response.status, await response.json().catch(() => undefined));
  return response.blob();
}

export function saveBlob(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: url, download: name }).click();
  // The browser has taken the file over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
