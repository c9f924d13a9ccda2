import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { measureTime } from './measure.ts';

/** Bytes of a chunk, as our page and the public clients send them at best. */
const chunk = 30_720 * 1024;

/** Starts a server that does nothing but write what comes into a file. */
async function startPlainReceiver(copy: string): Promise<{ url: string; stop(): void }> {
  const receiver = spawn(process.execPath, [fileURLToPath(new URL('plain-receiver.ts', import.meta.url)), copy], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(receiver.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${Number(String(port))}/`,
    stop: () => receiver.kill(),
  };
}

async function put(url: string, bytes: Buffer, range: string): Promise<number> {
  const response = await fetch(url, {
    method: 'PUT',
    headers: { 'content-range': range },
    body: new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length),
  });
  await response.arrayBuffer();
  if (response.status !== 200 && response.status !== 308) throw new Error(`Chunk ${range}: ${response.status}`);
  return response.status;
}

/**
 * Uploads a file and sends it to a plain receiver, alternating chunks so that other load affects both. Keeps the copy,
 * because removal slows later measurements. Returns milliseconds.
 */
export async function uploadBesidePlain(
  url: string,
  { file, size, copy }: { file: string; size: number; copy: string },
): Promise<{ ours: number; plain: number; lastByte: number }> {
  const receiver = await startPlainReceiver(copy);
  await using handle = await open(file);
  const buffer = Buffer.alloc(chunk);
  const total = { ours: 0, plain: 0, lastByte: 0 };
  try {
    for (let from = 0; from < size;) {
      const { bytesRead } = await handle.read(buffer, 0, chunk, from);
      const bytes = buffer.subarray(0, bytesRead);
      const range = `bytes ${from}-${from + bytesRead - 1}/${size}`;
      from += bytesRead;
      total.plain += (await measureTime(() => put(receiver.url, bytes, range))).ms;
      const { ms, result: status } = await measureTime(() => put(url, bytes, range));
      total.ours += ms;
      total.lastByte = performance.now();
      if (from === size && status !== 200) throw new Error(`The last chunk: ${status}`);
    }
  } finally {
    receiver.stop();
  }
  return total;
}
