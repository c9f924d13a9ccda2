import type { FastifyInstance } from 'fastify';
import type { World } from '../platform/http/context.ts';

/** Opens the port, and lets the world know where it is. Resolves with the address for this machine itself. */
export async function listenOnPort(
  app: FastifyInstance,
  world: World,
  { port, host }: { port: number; host: string },
): Promise<string> {
  await app.listen({ port, host });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const anywhere = host === '0.0.0.0' || host === '::';
  const name = anywhere ? '127.0.0.1' : address.family === 'IPv6' ? `[${address.address}]` : address.address;
  world.localOrigin = `http://${name}:${address.port}`;
  return world.localOrigin;
}
