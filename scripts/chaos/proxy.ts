import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import type { RandomSource } from './random.ts';

/** Why a line ended before its time. */
type Cut = 'nobody there' | 'broken off' | 'given up' | 'line cut';

/** Names a request in a header, so that the proxy can tell what became of it. */
export const requestHeader = 'x-chaos-request';

/** Stands between two ends of TCP and is the bad line between them. */
export type Proxy = {
  port: number;
  /** Why the line ended on which this request was the last; undefined where it did not. */
  whyCut(request: number): Cut | undefined;
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

type Line = { client: Socket; server: Socket; port: number | undefined; request: number; connected: boolean };

const named = new RegExp(`^${requestHeader}: (\\d+)`, 'im');

/**
 * Listens on a free port of 127.0.0.1 and passes everything on to `target`, which may be another one for each
 * connection.
 */
export async function startProxy(
  target: NetConnectOpts | (() => NetConnectOpts),
  random: RandomSource,
): Promise<Proxy> {
  const lines = new Set<Line>();
  let frozen = 0;
  let tearing = 0;

  const cuts = new Map<number, Cut>();

  const note = (line: Line, why: Cut): void => {
    if (!cuts.has(line.request)) cuts.set(line.request, why);
  };

  const cut = (line: Line, why: Cut): void => {
    lines.delete(line);
    note(line, why);
    // Data waiting in either direction is lost too, as when a machine vanishes.
    line.client.resetAndDestroy();
    line.server.destroy();
  };

  const name = (line: Line, bytes: Buffer): void => {
    const [, number] = named.exec(bytes.toString('latin1', 0, 2000)) ?? [];
    if (number !== undefined) line.request = Number(number);
  };

  function pass(line: Line, from: Socket, to: Socket): void {
    from.on('data', (bytes: Buffer) => {
      if (from === line.client) name(line, bytes);
      if (tearing > 0 && random.chance(tearing)) return cut(line, 'line cut');
      if (!to.write(bytes)) from.pause();
    });
    to.on('drain', () => frozen === 0 && from.resume());
    from.on('end', () => {
      if (from === line.server) note(line, 'broken off');
      to.end();
    });
    from.on('error', () => cut(line, from === line.server && !line.connected ? 'nobody there' : 'broken off'));
    from.on('close', () => {
      lines.delete(line);
      to.destroy();
    });
    if (frozen > 0) from.pause();
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => {
    const leave = (): void => void client.destroy();
    client.once('end', leave).once('error', leave);
    // Both ends wait for the client's first word: so it is known by the time that nobody is there to hear it.
    client.once('data', (first: Buffer) => {
      client.pause().off('end', leave).off('error', leave);
      const to = typeof target === 'function' ? target() : target;
      const server = connect({ ...to, allowHalfOpen: true });
      const line: Line = { client, server, port: 'port' in to ? to.port : undefined, request: 0, connected: false };
      server.once('connect', () => (line.connected = true));
      lines.add(line);
      name(line, first);
      pass(line, client, server);
      pass(line, server, client);
      client.unshift(first);
      if (frozen === 0) client.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    port: (server.address() as AddressInfo).port,
    whyCut: (request) => cuts.get(request),
    reset(share) {
      const chosen = [...lines].filter(() => random.chance(share));
      for (const line of chosen) cut(line, 'line cut');
      return chosen.length;
    },
    cutTo(port) {
      for (const line of lines) if (line.port === port) cut(line, 'given up');
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
      for (const line of lines) cut(line, 'line cut');
      if (server.listening) await once(server, 'close');
    },
  };
}
