import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { inOwnPlace, inThread } from './thread.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-thread-'));
after(() => rm(folder, { recursive: true, force: true }));

test('a thread uses the compiled code that its process keeps', async () => {
  enableCompileCache(folder);
  const kept = getCompileCacheDir();
  assert.ok(kept !== undefined);
  const code = `import { getCompileCacheDir } from 'node:module';
    export default () => getCompileCacheDir() ?? 'none';`;
  const used = await inThread<string>(
    new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    undefined,
    inOwnPlace(),
  );
  assert.ok(used.startsWith(kept), used);
});

test('ends and leaves the next work to another thread, when it is told to while it computes', async () => {
  const module = (code: string): URL => new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const forever = module('export default () => { for (;;); };');
  const number = module('import { threadId } from "node:worker_threads"; export default () => threadId;');
  const first = await inThread<number>(number, undefined, inOwnPlace());
  assert.equal(await inThread<number>(number, undefined, inOwnPlace()), first, 'it waits for more work');
  const reason = new Error('enough');
  const controller = new AbortController();
  const computing = inThread(forever, undefined, inOwnPlace(controller.signal));
  setImmediate(() => controller.abort(reason));
  await assert.rejects(computing, reason);
  assert.notEqual(await inThread<number>(number, undefined, inOwnPlace()), first);
});

test('passes the error on to the caller, when the work in a thread throws', async () => {
  const module = new URL(`data:text/javascript,export default () => { throw new TypeError('no such thing'); }`);
  await assert.rejects(inThread(module, undefined, inOwnPlace()), { name: 'TypeError', message: 'no such thing' });
});

test('a thread goes behind the requests of its process, where the system has priorities of threads', async (t) => {
  if (process.platform !== 'linux') return t.skip('one priority for all of a process');
  const own = getPriority();
  const module = new URL(
    `data:text/javascript,import { getPriority } from 'node:os'; export default () => getPriority();`,
  );
  assert.equal(await inThread<number>(module, undefined, inOwnPlace()), Math.max(own, 5));
  assert.equal(getPriority(), own, 'the process keeps its own');
});
