import { request } from 'node:http';
import { readFile, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { uploadRoutes } from '@lectern/contract/uploads';
import { eventually } from '../../server/test/member.ts';
import { sample } from '../../server/test/sample.ts';
import { put } from '../../server/test/upload.ts';
import { findings, verdict } from './finding.ts';
import { statusOf, tallied } from './http.ts';

/** Sends to an address until it answers, hangs up, or has read this many bytes; resolves with what came and how much went. */
function pour(url: string, most: number): Promise<{ status: number | undefined; sent: number }> {
  return new Promise((resolve) => {
    let sent = 0;
    const sending = request(url, { method: 'PUT', agent: false });
    const end = (status: number | undefined): void => {
      sending.destroy();
      resolve({ status, sent });
    };
    const more = (): void => {
      if (sending.destroyed) return;
      if (sent >= most) return end(undefined);
      sending.write(Buffer.alloc(64 * 1024), () => {
        sent += 64 * 1024;
        setTimeout(more, 5);
      });
    };
    sending.on('response', ({ statusCode }) => end(statusCode));
    sending.on('error', () => resolve({ status: undefined, sent }));
    more();
  });
}

/** A PUT whose length nobody is told before its end. */
async function putStreamed(url: string, body: Uint8Array, contentRange: string): Promise<number> {
  const headers = { 'content-range': contentRange };
  const stream = new Blob([Buffer.from(body)]).stream();
  const response = await fetch(url, {
    method: 'PUT',
    headers,
    body: stream,
    duplex: 'half',
    redirect: 'manual',
  } as RequestInit);
  await response.arrayBuffer();
  return response.status;
}

/** How recordings come in, and what those cost who bring none. */
export const uploadFindings = findings(
  {
    letter: 'M4',
    holds: 'heads of requests that never end are ended within 70 s',
    async look(lab) {
      const server = await lab.serve();
      const { port } = new URL(server.origin);
      const sockets: Socket[] = [];
      let ended = 0;
      for (let n = 0; n < 50; n += 1) {
        const socket = connect(Number(port), '127.0.0.1');
        socket.on('error', () => undefined).on('close', () => (ended += 1));
        socket.resume();
        socket.write('GET /healthz HTTP/1.1\r\nhost: x\r\nx-more: a');
        sockets.push(socket);
      }
      await delay(70_000);
      const seen = ended;
      for (const socket of sockets) socket.destroy();
      return verdict(seen === 50, `${50 - seen} of 50 half heads live after 70 s`);
    },
  },
  {
    letter: 'M5',
    holds: 'the unfinished uploads of a member are limited in number and in the bytes they announce',
    async look(lab) {
      const server = await lab.serve();
      const many = await lab.member(server);
      const opened: number[] = [];
      for (let n = 0; n < 300; n += 1) opened.push(await statusOf(many.call(uploadRoutes.create, {})));
      const large = await lab.member(server);
      const size = 20 * 1024 ** 3;
      const taken: number[] = [];
      for (let n = 0; n < 20; n += 1) {
        const address = await large.call(uploadRoutes.create, {}).catch(() => undefined);
        if (address) taken.push((await put(address.url, Buffer.alloc(10), `bytes 0-9/${size}`)).status);
      }
      const [count, announced] = [opened, taken].map(
        (statuses) => statuses.filter((status) => status === 200 || status === 308).length,
      );
      return verdict(
        count! < 300 && announced! <= 2,
        `of 300 uploads ${count} were opened; of 20 with 20 GB announced ${announced} were taken`,
      );
    },
  },
  {
    letter: 'L4',
    holds: 'what a refused request brought too much of is not in the recording',
    async look(lab) {
      const server = await lab.serve();
      const member = await lab.member(server);
      const bytes = await readFile(sample('short.mp4'));
      const { url, id } = await member.call(uploadRoutes.create, {});
      const longer = 2 * bytes.length;
      const first = await putStreamed(url, Buffer.alloc(3 * bytes.length, 7), `bytes 0-${longer - 1}/${longer}`);
      const second = await put(url, bytes, `bytes 0-${bytes.length - 1}/${bytes.length}`);
      const refused = `an over-long chunk is refused with ${first}, a shorter recording at that address`;
      // The length that was announced may be held to.
      if (second.status === 409) return verdict(first === 400, `${refused} with 409`);
      const { size } = await stat(join(server.dataDir, 'videos', id, 'original'));
      return verdict(
        size === bytes.length,
        `${refused} is taken with ${second.status}: ${bytes.length} bytes sent, ${size} kept`,
      );
    },
  },
  {
    letter: 'L11',
    holds: 'SIGTERM keeps the bytes of a chunk that had arrived',
    async look(lab) {
      const server = await lab.serve();
      const member = await lab.member(server);
      const total = 3_000_000;
      const { url, id } = await member.call(uploadRoutes.create, {});
      await put(url, Buffer.alloc(262_144, 1), `bytes 0-262143/${total}`);
      const sending = request(url, {
        method: 'PUT',
        headers: { 'content-range': `bytes 262144-${total - 1}/${total}` },
        agent: false,
      });
      sending.on('error', () => undefined);
      sending.write(Buffer.alloc(2_000_000, 2));
      const part = join(server.dataDir, 'videos', id, 'original.part');
      await eventually(
        async () => ((await stat(part)).size > 1_500_000 ? true : undefined),
        'most of the chunk on the disk',
      );
      await server.stop();
      const again = await lab.serveOn(server.settings);
      const { range } = await put(`${again.origin}${new URL(url).pathname}`, undefined, `bytes */${total}`);
      return verdict(
        Number(range?.split('-')[1]) > 1_500_000,
        `of 2,262,144 bytes sent, 2,000,000 of them in an unfinished chunk, it has ${range}`,
      );
    },
  },
  {
    letter: 'L12',
    holds: 'a PUT with an unknown key is answered at once and read no further',
    async look(lab) {
      const server = await lab.serve();
      const { status, sent } = await pour(`${server.origin}/upload/${'x'.repeat(32)}`, 32 * 1024 ** 2);
      return verdict(status === 410, `answers ${status ?? 'nothing'} after ${Math.round(sent / 1024)} kB`);
    },
  },
  {
    letter: 'P10a',
    holds: '`bytes */*`, unknown totals and chunked bodies work as in the resumable protocol',
    async look(lab) {
      const server = await lab.serve();
      const member = await lab.member(server);
      const bytes = await readFile(sample('short.mp4'));
      const half = Math.ceil(bytes.length / 2);
      const { url } = await member.call(uploadRoutes.create, {});
      const statuses = [
        (await put(url, undefined, 'bytes */*')).status,
        (await put(url, bytes.subarray(0, half), `bytes 0-${half - 1}/*`)).status,
        await putStreamed(url, bytes.subarray(half), `bytes ${half}-${bytes.length - 1}/${bytes.length}`),
      ];
      return verdict(statuses.join() === '308,308,200', `status, unknown total, chunked end: ${tallied(statuses)}`);
    },
  },
);
