import type { IncomingMessage } from 'node:http';

/** How a call of the API goes wrong. `lost`: it is done, and its answer never comes. */
export type Fault = { status: number; retryAfter?: number } | 'hang' | 'reset' | 'lost';

/** `first` is done and waited for before the connection breaks: the caller may be dead by then. */
export type Fate = { on: Pick<RegExp, 'test'>; fault: Fault; first?: () => Promise<void> };

/** Takes the fate of the next matching call; each applies once. */
export function takeFate(fates: Fate[], call: string): Fate | undefined {
  const at = fates.findIndex(({ on }) => on.test(call));
  return at < 0 ? undefined : fates.splice(at, 1)[0];
}

export async function breakOff(request: IncomingMessage, { first }: Fate): Promise<void> {
  await first?.();
  request.socket.destroy();
}
