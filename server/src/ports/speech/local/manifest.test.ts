import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startFileServer } from '../../../../test/file-server.ts';
import { download } from '../../../platform/download.ts';
import { askHub } from './manifest.ts';

const files = { 'encoder.int8.onnx': Buffer.alloc(5000, 'e'), 'tokens.txt': Buffer.from('a 0\nb 1\n') };
const signal = new AbortController().signal;

/** The headers as the hub sends them: large files by SHA-256, small ones by the name that git gives them. */
const hub = () =>
  startFileServer(files, (name): Record<string, string> =>
    name === 'tokens.txt'
      ? { etag: `"${createHash('sha1').update(`blob ${files[name].length}\0`).update(files[name]).digest('hex')}"` }
      : {
          etag: '"of the redirection"',
          'x-linked-etag': `"${createHash('sha256').update(files['encoder.int8.onnx']).digest('hex')}"`,
          'x-linked-size': '5000',
        },
  );

test('what the hub tells about its files is enough to check them', async () => {
  const server = await hub();
  const folder = await mkdtemp(join(tmpdir(), 'lectern-hub-'));
  const described = await askHub(server.url, Object.keys(files), signal);
  assert.deepEqual(
    described.map(({ name, size, digest }) => [name, size, digest.kind]),
    [
      ['encoder.int8.onnx', 5000, 'sha256'],
      ['tokens.txt', 8, 'git'],
    ],
  );
  for (const { name, size, digest } of described) {
    const file = join(folder, name);
    server.faults.push({ flip: 3 });
    await download({ url: `${server.url}/${name}`, file, size, digest }, { signal, pause: 1 });
    assert.ok((await readFile(file)).equals(files[name as keyof typeof files]));
  }
  await rm(folder, { recursive: true });
  await server.close();
});

test('a hub without a checksum is not believed', async () => {
  const server = await startFileServer(files, () => ({ etag: '"1-5000"' }));
  await assert.rejects(askHub(server.url, ['tokens.txt'], signal), /tells no checksum/);
  await assert.rejects(askHub(server.url, ['other'], signal), /other: 404/);
  await server.close();
});
