import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startFileServer } from '../../../../test/file-server.ts';
import { withManifest } from '../../../../test/speech/onnx.ts';
import { ensureSpeechModel } from './fetch-model.ts';
import { knownModels } from './models.ts';

it('tells that the network is away, when a model is being fetched, and goes on when it is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-fetch-model-'));
  await writeFile(join(folder, 'tokens.txt'), randomBytes(2_000_000));
  const server = await startFileServer(await withManifest(folder, ['tokens.txt']));
  try {
    server.faults.push('none', { status: 503 });
    const notes: string[] = [];
    await ensureSpeechModel(
      { known: knownModels.parakeet, what: 'the model', url: server.url, folder: join(folder, 'kept') },
      { signal: new AbortController().signal, onNote: (note) => notes.push(note), pause: 1 },
    );
    const [begins, away, ...goesOn] = notes;
    assert.equal(begins, 'fetching the model (0 of 2 MB, CC BY 4.0, only the first time)');
    assert.equal(
      away,
      'fetching the model: it cannot be reached now and is asked for again (0 of 2 MB, CC BY 4.0, only the first time)',
    );
    assert.equal(goesOn.at(-1), 'fetching the model (2 of 2 MB, CC BY 4.0, only the first time)');
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
});
