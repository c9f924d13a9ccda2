import type { ServerResponse } from 'node:http';
import { startLocalServer } from './local-server.ts';

/**
 * How the next file answer fails: connection dropped or stalled after N bytes, Range ignored, a byte flipped, a wrong
 * range, an error status, or a delay.
 */
export type FileFault =
  | { drop: number }
  | { stall: number }
  | { ignoreRange: true }
  | { flip: number }
  | { wrongRange: true }
  | { status: number }
  | { after: Promise<unknown> }
  | 'none';

/** A server of files with ranges, as hubs of models are, that fails as the test says: each GET takes the next fault. */
export async function startFileServer(files: Record<string, Buffer>) {
  const asked: { method: string; name: string; range: string | undefined }[] = [];
  const faults: FileFault[] = [];
  const server = await startLocalServer((request, reply) => {
    const name = request.url!.slice(1);
    asked.push({ method: request.method!, name, range: request.headers.range });
    const whole = files[name];
    if (!whole) return void reply.writeHead(404).end();
    const next = faults.shift();
    const fault = next === 'none' ? undefined : next;
    if (fault && 'status' in fault) return void reply.writeHead(fault.status).end();
    const asksFrom = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0);
    const heeds = request.headers.range !== undefined && !(fault && 'ignoreRange' in fault);
    if (heeds && asksFrom >= whole.length)
      return void reply.writeHead(416, { 'content-range': `bytes */${whole.length}` }).end();
    const from = heeds ? (fault && 'wrongRange' in fault ? asksFrom + 1 : asksFrom) : 0;
    const content = Buffer.from(whole.subarray(from));
    if (fault && 'flip' in fault) content[fault.flip - from]! ^= 1;
    const range = `bytes ${from}-${whole.length - 1}/${whole.length}`;
    reply.writeHead(heeds ? 206 : 200, {
      'content-length': content.length,
      ...(heeds ? { 'content-range': range } : {}),
    });
    send(reply, content, fault);
  });
  return { ...server, asked, faults };
}

function send(reply: ServerResponse, content: Buffer, fault: Exclude<FileFault, 'none'> | undefined): void {
  if (fault && 'drop' in fault) reply.write(content.subarray(0, fault.drop), () => reply.destroy());
  else if (fault && 'stall' in fault) reply.write(content.subarray(0, fault.stall));
  else if (fault && 'after' in fault) void fault.after.then(() => reply.end(content));
  else reply.end(content);
}
