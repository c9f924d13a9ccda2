import type { IncomingMessage } from 'node:http';

/** How a call of the API goes wrong. `lost`: it is done, and its answer never comes. */
export type MuxFault = { status: number; retryAfter?: number } | 'hang' | 'reset' | 'lost';

/** `first` is done and waited for before the connection breaks: the caller may be dead by then. */
export type PlannedFault = { on: Pick<RegExp, 'test'>; fault: MuxFault; first?: () => Promise<void> };

/** Takes the fate of the next matching call; each applies once. */
export function takePlannedFault(fates: PlannedFault[], call: string): PlannedFault | undefined {
  const at = fates.findIndex(({ on }) => on.test(call));
  return at < 0 ? undefined : fates.splice(at, 1)[0];
}

export async function breakConnection(request: IncomingMessage, { first }: PlannedFault): Promise<void> {
  await first?.();
  request.socket.destroy();
}
