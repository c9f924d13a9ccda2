import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { startLocalServer } from './local-server.ts';

export type ReceivedRequest = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer };

export type CannedAnswer = { status?: number; headers?: Record<string, string>; body: string | Buffer };

/** Ways in which a server fails, beside answers with a status of failure. */
export type ServerFault = CannedAnswer | 'hang' | 'cut' | 'reset' | 'endless';

/**
 * Stands in for a remote server: each request takes the next of `faults`, else the answer of the test. Keeps every
 * request in `asked`.
 */
export async function startFaultServer(answer: (asked: ReceivedRequest) => ServerFault) {
  const asked: ReceivedRequest[] = [];
  const faults: ServerFault[] = [];
  const server = await startLocalServer((request, reply) => {
    void (async () => {
      const body = await buffer(request);
      const one = { method: request.method!, path: request.url!, headers: request.headers, body };
      asked.push(one);
      const next = faults.shift();
      const fault = next === undefined || next === 'cut' ? answer(one) : next;
      if (fault === 'hang') return;
      if (fault === 'endless') return goOn(reply);
      if (fault === 'reset') return void request.socket.destroy();
      if (fault === 'cut') throw new Error('There is nothing to cut.');
      if (next === 'cut') return cut(reply, fault);
      const { status = 200, headers = {}, body: content } = fault;
      reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(content);
    })().catch(() => reply.destroy());
  });
  return { ...server, asked, faults };
}

/** Goes on answering for as long as somebody listens. */
function goOn(reply: ServerResponse): void {
  reply.writeHead(200, { 'content-type': 'application/json' });
  const piece = Buffer.alloc(256 * 1024, ' ');
  const write = (): void => {
    while (!reply.destroyed && reply.write(piece));
  };
  reply.on('drain', write);
  write();
}

/** Says how much is to come, gives half of it and goes away. */
function cut(reply: ServerResponse, { body }: CannedAnswer): void {
  const bytes = Buffer.from(body);
  reply.writeHead(200, { 'content-type': 'application/json', 'content-length': bytes.length });
  reply.write(bytes.subarray(0, bytes.length / 2), () => reply.destroy());
}
