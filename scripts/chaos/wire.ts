import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { CallError, createClient } from '@lectern/contract/client';
import type { Reply, Route, RequestInput } from '@lectern/contract/route';
import type { RandomSource } from './random.ts';
import type { Findings } from './findings.ts';

/** Why a line ended before its time. */
type Cut = 'nobody there' | 'broken off' | 'given up' | 'line cut';

/** Names a request in a header, so that the proxy can tell what became of it. */
const requestHeader = 'x-chaos-request';

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

/** The result of a request. `unknown`: no answer, or an answer that the server could not serve just then. */
export type RequestOutcome<T> =
  | { is: 'done'; value: T }
  | { is: 'refused'; status: number; reason: string }
  | { is: 'unknown'; reason: string };

/** How many of one thing ended how. */
export type OutcomeCounts = Map<string, Map<string, number>>;

/** Milliseconds after which a sender gives up on an answer. */
const patience = 40_000;

/** Says so, and can do nothing about it: it is restarting, or its disk is full. */
const busy: ReadonlySet<number> = new Set([503, 507]);

/** Sends requests to one origin and keeps count of what came of them. */
export type Wire = ReturnType<typeof createWire>;

const count = (tally: OutcomeCounts, kind: string, outcome: string): void => {
  const outcomes = tally.get(kind) ?? new Map<string, number>();
  tally.set(kind, outcomes);
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
};

/** `front` stands between the senders and the servers. */
export function createWire(origin: string, findings: Findings, front: Pick<Proxy, 'whyCut'>) {
  const tally: OutcomeCounts = new Map();
  let requests = 0;

  /** `fetch`, whose answer has arrived whole: a cut connection shows as no answer, never as half of one. */
  async function send(kind: string, input: Parameters<typeof fetch>[0], init: RequestInit = {}): Promise<Response> {
    const late = AbortSignal.timeout(patience);
    requests += 1;
    const request = requests;
    const headers = new Headers(init.headers);
    headers.set(requestHeader, String(request));
    try {
      const response = await fetch(input, {
        ...init,
        headers,
        redirect: 'manual',
        signal: init.signal ? AbortSignal.any([init.signal, late]) : late,
      });
      const body = await response.arrayBuffer();
      const { status } = response;
      const wrong = status >= 500 && !busy.has(status);
      findings.check(
        'no answer is a failure but "restarting" (503) and "full" (507)',
        !wrong,
        `${kind}: ${status} ${Buffer.from(body).toString().slice(0, 300)}`,
      );
      findings.check('nobody is signed out', status !== 401, `${kind}: 401`);
      const outcome = wrong ? 'failed' : status >= 400 ? 'refused' : 'done';
      count(tally, kind, busy.has(status) ? String(status) : outcome);
      return new Response(body.byteLength === 0 ? null : body, { status, headers: response.headers });
    } catch (error) {
      count(tally, kind, late.aborted ? 'too late' : (front.whyCut(request) ?? 'no line'));
      throw error;
    }
  }

  return {
    origin,
    tally,
    /** One call of the contract. */
    async call<R extends Route>(
      kind: string,
      token: string | undefined,
      route: R,
      input: RequestInput<R>,
      init: { body?: string | Uint8Array<ArrayBuffer> } = {},
    ): Promise<RequestOutcome<Reply<R>>> {
      const client = createClient({
        origin,
        token: () => token,
        fetch: (address, options) => send(kind, address, options),
      });
      try {
        return { is: 'done', value: await client(route, input, init) };
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        const { status, message } = error;
        return status === 0 || status >= 500
          ? { is: 'unknown', reason: `${status} ${message}` }
          : { is: 'refused', status, reason: message };
      }
    },
    /** A request to an address. Undefined: no answer. */
    async raw(kind: string, address: string, init: RequestInit = {}): Promise<Response | undefined> {
      return send(kind, new URL(address, origin), init).catch(() => undefined);
    },
  };
}
