import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { startLocalServer } from './local-server.ts';

/** Hands a request on to a server, and its answer back. Neither outlives the other: no error is left to nobody. */
export function handOn(target: string, incoming: IncomingMessage, reply: ServerResponse): void {
  const { hostname, port } = new URL(target);
  const { method, url: path, headers } = incoming;
  const outgoing = request({ hostname, port, method, path, headers }, (answer) => {
    reply.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(reply);
  });
  outgoing.on('error', () => reply.destroy());
  reply.on('close', () => outgoing.destroy());
  incoming.pipe(outgoing);
}

/**
 * Stands between a program and a server, and hands on what comes. Requests that `isHeld` names wait until `release`;
 * `held` resolves at the first of them.
 */
export async function startProxy(target: string, isHeld: (request: IncomingMessage) => boolean) {
  const passed: IncomingMessage[] = [];
  const { promise: held, resolve: tellHeld } = Promise.withResolvers<void>();
  let isOpen = false;
  const server = await startLocalServer((incoming, reply) => {
    if (!isOpen && isHeld(incoming)) return tellHeld();
    passed.push(incoming);
    handOn(target, incoming, reply);
  });
  return { ...server, passed, held, release: () => void (isOpen = true) };
}
