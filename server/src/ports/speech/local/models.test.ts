import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { findFiles } from './model-folder.ts';
import { readManifest, knownModels } from './models.ts';

for (const [name, { url, files }] of Object.entries(knownModels))
  test(`the files of ${name} are described as a manifest wants it, and found by their names`, async () => {
    assert.deepEqual(readManifest(JSON.stringify({ files })), { files });
    assert.ok(URL.canParse(url) && !url.endsWith('/'));
    const folder = await mkdtemp(join(tmpdir(), 'lectern-models-'));
    for (const file of files) await writeFile(join(folder, file.name), '');
    const { encoder, decoder, joiner, tokens } = await findFiles(folder);
    const found = [encoder, decoder, joiner, tokens].filter((path) => path !== undefined).map((path) => basename(path));
    assert.deepEqual(
      found,
      files.map((file) => file.name),
    );
    assert.equal(joiner !== undefined, name === 'parakeet');
    await rm(folder, { recursive: true });
  });
