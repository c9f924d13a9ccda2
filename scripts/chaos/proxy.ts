import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import type { Random } from './random.ts';

/** Stands between two ends of TCP and is the bad line between them. */
export type Proxy = {
  port: number;
  /** Resets this share of the connections that are open. Returns how many. */
  reset(share: number): number;
  /** Resets the connections that lead to this port. */
  cutTo(port: number): void;
  /** From now on nothing passes, nor does any connection end; the function that comes back ends that. */
  freeze(): () => void;
  /** Until the function that comes back is called, each piece of data resets its connection with this probability. */
  tear(probability: number): () => void;
  close(): Promise<void>;
};

type Line = { client: Socket; server: Socket; port: number | undefined };

/** Listens on a free port of 127.0.0.1 and passes everything on to `target`, which may be another one for each connection. */
export async function startProxy(target: NetConnectOpts | (() => NetConnectOpts), random: Random): Promise<Proxy> {
  const lines = new Set<Line>();
  let frozen = 0;
  let tearing = 0;

  const cut = (line: Line): void => {
    lines.delete(line);
    // What waits in either direction is lost with it, as when a machine vanishes.
    line.client.resetAndDestroy();
    line.server.destroy();
  };

  function pass(line: Line, from: Socket, to: Socket): void {
    from.on('data', (bytes) => {
      if (tearing > 0 && random.chance(tearing)) return cut(line);
      if (!to.write(bytes)) from.pause();
    });
    to.on('drain', () => frozen === 0 && from.resume());
    from.on('end', () => to.end());
    from.on('error', () => cut(line));
    from.on('close', () => {
      lines.delete(line);
      to.destroy();
    });
    if (frozen > 0) from.pause();
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const to = typeof target === 'function' ? target() : target;
    const server = connect({ ...to, allowHalfOpen: true });
    const line = { client, server, port: 'port' in to ? to.port : undefined };
    lines.add(line);
    pass(line, client, line.server);
    pass(line, line.server, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    reset(share) {
      const chosen = [...lines].filter(() => random.chance(share));
      for (const line of chosen) cut(line);
      return chosen.length;
    },
    cutTo(port) {
      for (const line of lines) if (line.port === port) cut(line);
    },
    freeze() {
      frozen += 1;
      for (const { client, server: other } of lines) for (const socket of [client, other]) socket.pause();
      return () => {
        frozen -= 1;
        if (frozen === 0)
          for (const { client, server: other } of lines) for (const socket of [client, other]) socket.resume();
      };
    },
    tear(probability) {
      tearing = probability;
      return () => {
        tearing = 0;
      };
    },
    async close() {
      server.close();
      for (const line of lines) cut(line);
      if (server.listening) await once(server, 'close');
    },
  };
}
