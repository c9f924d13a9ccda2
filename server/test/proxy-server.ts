import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { startLocalServer } from './local-server.ts';

/**
 * Stands between a program and a server, and hands on what comes. Requests that `isHeld` names wait until `release`;
 * `held` resolves at the first of them.
 */
export async function startProxy(target: string, isHeld: (request: IncomingMessage) => boolean) {
  const { hostname, port } = new URL(target);
  const passed: IncomingMessage[] = [];
  const { promise: held, resolve: tellHeld } = Promise.withResolvers<void>();
  let isOpen = false;
  const handOn = (incoming: IncomingMessage, reply: ServerResponse): void => {
    passed.push(incoming);
    const { method, url: path, headers } = incoming;
    const outgoing = request({ hostname, port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(reply);
    });
    outgoing.on('error', () => reply.destroy());
    incoming.pipe(outgoing);
  };
  const server = await startLocalServer((incoming, reply) => {
    if (isOpen || !isHeld(incoming)) handOn(incoming, reply);
    else tellHeld();
  });
  return { ...server, passed, held, release: () => void (isOpen = true) };
}
