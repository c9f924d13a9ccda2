import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { buildWeb } from './build-web.ts';

it('says in one line that the web app is not built and cannot be, before it begins', async () => {
  const root = await mkdtemp(join(tmpdir(), 'lectern-build-'));
  try {
    await mkdir(join(root, 'web/src'), { recursive: true });
    // Root may write into any folder; into a file nobody may make one.
    await writeFile(join(root, 'web/dist'), '');
    const said: string[] = [];
    assert.throws(
      () => buildWeb({ root, say: (line) => said.push(line) }),
      /^Error: The web app is not built from these sources, and \S+\/web\/dist cannot be written \(EEXIST\): run `npm run build` [^\n]+\.$/,
    );
    await rm(join(root, 'web/dist'));
    assert.throws(
      () => buildWeb({ root, say: (line) => said.push(line) }),
      /^Error: The web app is not built, and what builds it is not installed: run `npm ci`\.$/,
    );
    assert.deepEqual(said, []);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});

it('takes the built app of a release as it is, and says when a release lacks it', async () => {
  const root = await mkdtemp(join(tmpdir(), 'lectern-build-'));
  try {
    const lacks = /^Error: There is neither the built web app in web\/dist and web\/dist-portal nor its sources/;
    await mkdir(join(root, 'web/dist'), { recursive: true });
    await writeFile(join(root, 'web/dist/.built-from'), 'other sources');
    assert.throws(() => buildWeb({ root }), lacks);
    await mkdir(join(root, 'web/dist-portal'));
    buildWeb({ root, say: (line) => assert.fail(line) });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
});
