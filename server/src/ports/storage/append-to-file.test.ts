import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, describe, it, mock } from 'node:test';
import { promisify } from 'node:util';
import { appendToFile } from './append-to-file.ts';

/** Where every write fails as on a full disk; Linux has it. */
const full = '/dev/full';

/**
 * Appends ten bytes to a hundred while every descriptor of the process is taken; they are free again by the time the
 * failure is told of.
 */
const withoutDescriptors = (path: string): string => `
  import { closeSync, openSync } from 'node:fs';
  import { Readable } from 'node:stream';
  import { appendToFile } from ${JSON.stringify(join(import.meta.dirname, 'append-to-file.ts'))};
  const taken = [];
  const takeAll = () => { for (;;) try { taken.push(openSync('/dev/null')); } catch { return; } };
  takeAll();
  const appended = appendToFile(${JSON.stringify(path)}, Readable.from([Buffer.alloc(10, 'b')]), { at: 100, skip: 0, limit: 10 });
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
  for (const descriptor of taken) closeSync(descriptor);
  console.log(await appended.then(() => 'appended', ({ code }) => code));
`;

describe('the bytes of an upload', { skip: !existsSync(full) && `There is no ${full} here.` }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-append-'));
  after(() => rm(folder, { recursive: true }));
  const at = (name: string): string => join(folder, name);
  const hundred = Buffer.alloc(100, 'a');

  it('fail on a full disk where they are waited for, however slowly the sender goes on', async () => {
    const slowly = Readable.from(
      (async function* () {
        yield Buffer.alloc(600_000);
        // The write has failed long before the next bytes come, and nobody waits for it.
        for (let n = 0; n < 100; n += 1) await stat(full);
        yield Buffer.alloc(10);
      })(),
    );
    await assert.rejects(appendToFile(full, slowly, { at: 0, skip: 0, limit: 1_000_000 }), { code: 'ENOSPC' });
  });

  it('acknowledges uploaded bytes only when all of them are on disk', async () => {
    await writeFile(at('synced'), '');
    const handle = await open(at('synced'));
    const { datasync } = handle;
    const prototype = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const events: (number | 'acknowledged')[] = [];
    const sync = mock.method(prototype, 'datasync', async function (this: FileHandle) {
      const { size } = await this.stat();
      await datasync.call(this);
      events.push(size);
    });
    const chunks = Readable.from([Buffer.alloc(600_000, 'a'), Buffer.alloc(10, 'b')]);
    await appendToFile(at('synced'), chunks, { at: 0, skip: 0, limit: 1_000_000 });
    events.push('acknowledged');
    sync.mock.restore();
    assert.deepEqual(events.slice(-2), [600_010, 'acknowledged']);
  });

  it('keeps stored bytes, when the file cannot be opened for a moment', async () => {
    await writeFile(at('short of descriptors'), hundred);
    const program = ['ulimit -n 64; exec "$0" --input-type=module --eval "$1"', process.execPath];
    const run = promisify(execFile)('sh', ['-c', ...program, withoutDescriptors(at('short of descriptors'))]);
    assert.equal((await run).stdout.trim(), 'EMFILE');
    assert.deepEqual(await readFile(at('short of descriptors')), hundred);
  });

  it('writes nothing, when earlier bytes of the upload are missing', async () => {
    const append = (name: string) =>
      appendToFile(at(name), Readable.from([Buffer.alloc(10)]), { at: 101, skip: 0, limit: 10 });
    await writeFile(at('short'), hundred);
    await assert.rejects(append('short'), /100 of 101 bytes are stored/);
    assert.deepEqual(await readFile(at('short')), hundred);
    await assert.rejects(append('gone'), { code: 'ENOENT' });
    assert.ok(!existsSync(at('gone')));
  });
});
