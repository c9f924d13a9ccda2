import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { networkForIp, siteFactor, siteForIp } from '../limits/rate-limit.ts';

/** How long the server waits for the other end of a connection, which may be slow, dead or hostile. */
export type ConnectionTimeouts = {
  /** Milliseconds for the head of a request, from the moment its connection is open. */
  head: number;
  /** Milliseconds in which a body must have brought `least` bytes, and an answer must have moved at all. */
  window: number;
  /** Bytes. */
  least: number;
  /** Milliseconds for which the rest of a request is still taken, and thrown away, after it was answered. */
  linger: number;
  /** Connections of one network at a time; a site of many networks may have more. */
  connections: number;
};

/**
 * Headers take milliseconds; bodies need 500 bytes a second. nginx waits as long between two reads or writes. Many
 * users may share an office IP.
 */
const defaultTimeouts: ConnectionTimeouts = {
  head: 20_000,
  window: 60_000,
  least: 30_000,
  linger: 5_000,
  connections: 1_000,
};

/** Bytes a second that whoever reads an answer must take of what is being written, beyond the window. */
const slowestReader = 8_000;

type Exchange = {
  request: IncomingMessage;
  response: ServerResponse;
  /** When `read` was noted, and when `sent` last changed. Milliseconds. */
  readAt: number;
  read: number;
  sentAt: number;
  sent: number;
};

/** Bytes the system has taken over; what is in the middle of being written does not count. */
const sentOn = (socket: Socket): number => socket.bytesWritten - socket.writableLength;

/** Whether the other end waits for us: we have what it sent, and it has what we did. */
const isOurTurn = ({ request, response }: Exchange, socket: Socket): boolean =>
  (request.complete || request.readableLength >= request.readableHighWaterMark) &&
  Math.max(socket.writableLength, response.writableLength) === 0;

/** Whether the other end has let this exchange stand still; our own work and our own slowness are not its fault. */
function isStuck(exchange: Exchange, socket: Socket, now: number, { window, least }: ConnectionTimeouts): boolean {
  const { request, response } = exchange;
  if (now - exchange.readAt >= window) {
    const waitsForBytes = !request.complete && request.readableLength < request.readableHighWaterMark;
    if (waitsForBytes && socket.bytesRead - exchange.read < least) return true;
    exchange.readAt = now;
    exchange.read = socket.bytesRead;
  }
  const sent = sentOn(socket);
  const pending = Math.max(socket.writableLength, response.writableLength);
  if (sent !== exchange.sent || pending === 0) {
    exchange.sent = sent;
    exchange.sentAt = now;
    return false;
  }
  return now - exchange.sentAt >= window + (pending / slowestReader) * 1000;
}

/** The times that Node's own server watches over; the others are `closeStalledConnections`. */
export const serverTimes = ({ head } = defaultTimeouts) => ({
  headersTimeout: head,
  connectionsCheckingInterval: Math.min(5_000, head),
});

/**
 * Ends stuck connections: unfinished headers, stalled bodies or answers, excess connections per network, leftovers of
 * answered requests. Spares slow uploads with data flowing and slow calls.
 */
export function closeStalledConnections(
  app: FastifyInstance,
  {
    countConnections,
    patience = defaultTimeouts,
  }: { countConnections: boolean; patience?: ConnectionTimeouts | undefined },
): void {
  const exchanges = new Map<Socket, Exchange>();
  /** Open connections, by network and by site. */
  const connections = new Map<string, number>();
  const { server } = app;

  app.addHook('onRequest', async ({ raw: request }, { raw: response }) => {
    const { socket } = request;
    const now = performance.now();
    exchanges.set(socket, {
      request,
      response,
      readAt: now,
      read: socket.bytesRead,
      sentAt: now,
      sent: sentOn(socket),
    });
  });
  app.addHook('onResponse', async ({ raw: request }) => {
    if (request.complete) return;
    request.resume();
    // With a request that is not complete its connection ends, if that has not ended in between.
    setTimeout(() => request.complete || request.destroy(), patience.linger).unref();
  });

  server.on('connection', (socket: Socket) => {
    socket.once('close', () => exchanges.delete(socket));
    if (!countConnections) return;
    const address = socket.remoteAddress ?? '';
    const network = networkForIp(address);
    const site = siteForIp(address);
    const openOf = (owner: string): number => connections.get(owner) ?? 0;
    if (openOf(network) >= patience.connections || openOf(site) >= patience.connections * siteFactor)
      return void socket.destroy();
    const owners = new Set([network, site]);
    for (const owner of owners) connections.set(owner, openOf(owner) + 1);
    socket.once('close', () => {
      for (const owner of owners) {
        const left = openOf(owner) - 1;
        if (left > 0) connections.set(owner, left);
        else connections.delete(owner);
      }
    });
  });

  // Node tells of a connection on which nothing at all has moved, also of one that waits for its next request.
  server.setTimeout(patience.window);
  server.on('timeout', (socket: Socket) => {
    const read = socket.bytesRead;
    // After a moment in which this process itself stood still, timers come before what has arrived meanwhile.
    setImmediate(() => {
      const exchange = exchanges.get(socket);
      const waits = !exchange || exchange.response.closed || !isOurTurn(exchange, socket);
      if (waits && socket.bytesRead === read) socket.destroy();
    });
  });

  const interval = Math.min(10_000, patience.window / 2);
  let checked = performance.now();
  const check = (): void => {
    const now = performance.now();
    const lost = Math.max(0, now - checked - interval);
    checked = now;
    for (const [socket, exchange] of exchanges) {
      // Time in which nothing ran here is nobody's.
      exchange.readAt += lost;
      exchange.sentAt += lost;
      if (exchange.response.closed && exchange.request.complete) exchanges.delete(socket);
      else if (isStuck(exchange, socket, now, patience)) socket.destroy();
    }
  };
  const timer = setInterval(check, interval).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}
