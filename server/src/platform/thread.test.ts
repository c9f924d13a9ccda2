import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { tmpdir } from 'node:os';
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
    import { parentPort } from 'node:worker_threads';
    parentPort.postMessage(getCompileCacheDir() ?? 'none');`;
  const used = await inThread<string>(
    new URL(`data:text/javascript,${encodeURIComponent(code)}`),
    undefined,
    inOwnPlace(),
  );
  assert.ok(used.startsWith(kept), used);
});
