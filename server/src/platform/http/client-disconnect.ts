import type { FastifyReply } from 'fastify';

/** Why work for a caller was given up. Nobody is left who could be told. */
export class ClientDisconnected extends Error {
  override readonly name = 'ClientDisconnected';
}

/**
 * Aborts with `ClientDisconnected` when the connection ends before the answer has been sent; a server that stops cuts
 * it off too.
 */
export function disconnectSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const look = (): void => {
    if (!raw.writableFinished) gone.abort(new ClientDisconnected('The caller has gone.'));
  };
  if (raw.closed) look();
  else raw.once('close', look);
  return gone.signal;
}
