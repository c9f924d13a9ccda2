import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test, it } from 'node:test';
import { findFiles, speechModelFailure } from './model-folder.ts';
import { readManifest } from '../../../platform/models/manifest.ts';
import { knownModels } from './models.ts';
import { randomBytes } from 'node:crypto';
import { startFileServer } from '../../../../test/file-server.ts';
import { withManifest } from '../../../../test/speech/onnx.ts';
import { ensureModel } from '../../../platform/models/fetch-model.ts';
import { readFileSync } from 'node:fs';
import type { RecognisedPiece } from './protocol.ts';
import { wordsOfTokens } from './engine.ts';

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

it('tells that the network is away, when a model is being fetched, and goes on when it is back', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-fetch-model-'));
  await writeFile(join(folder, 'tokens.txt'), randomBytes(2_000_000));
  const server = await startFileServer(await withManifest(folder, ['tokens.txt']));
  try {
    server.faults.push('none', { status: 503 });
    const notes: string[] = [];
    await ensureModel(
      {
        known: knownModels.parakeet,
        what: 'the model',
        url: server.url,
        folder: join(folder, 'kept'),
        failure: speechModelFailure,
      },
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

/** Outputs of the genuine Parakeet; where they come from stands in the file. */
const recorded = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../../test/speech/recorded/parakeet.json'), 'utf8'),
) as {
  int8: { text: string; tokens: string[]; timestamps: number[] };
  f16: { tokens: [text: string, start: number, end: number, probability: number][] };
  segments: { segments: [start: number, end: number, text: string][] };
};

const piece = (more: Partial<RecognisedPiece>): RecognisedPiece => ({
  start: 0,
  end: 20,
  text: '',
  tokens: [],
  timestamps: [],
  durations: [],
  logProbabilities: [],
  language: '',
  ...more,
});

test('tokens of Parakeet without durations become words with times from the beginning of the recording', () => {
  const words = wordsOfTokens(piece({ start: 100, end: 104, ...recorded.int8 }));
  assert.equal(words.map(({ text }) => text).join(' '), recorded.int8.text.trim());
  assert.deepEqual(words[4], { text: 'country', start: 100.96, end: 101.28 });
  assert.deepEqual(words.at(-1), { text: 'country.', start: 103.28, end: 103.68 });
  for (const [n, { start, end }] of words.entries()) {
    assert.ok(end > start && end <= 104);
    assert.ok(n === 0 || start >= words[n - 1]!.start);
  }
});

test('reads word ends and confidence from tokens; punctuation does not extend a word', () => {
  const { tokens } = recorded.f16;
  const words = wordsOfTokens(
    piece({
      end: 11,
      tokens: tokens.map(([text]) => text),
      timestamps: tokens.map(([, start]) => start),
      durations: tokens.map(([, start, end]) => end - start),
      logProbabilities: tokens.map(([, , , probability]) => Math.log(probability)),
    }),
  );
  assert.equal(
    words.map(({ text }) => text).join(' '),
    'And so, my fellow Americans, ask not what your country can do for you, ask what you can do for your country.',
  );
  const americans = words.find(({ text }) => text === 'Americans,')!;
  assert.deepEqual([americans.start, Number(americans.end.toFixed(2))], [1.76, 2.72]);
  assert.ok(Math.abs(words[1]!.confidence! - Math.sqrt(0.9999 * 0.8451)) < 1e-6);
});

test('nothing recognised is no word', () => {
  assert.deepEqual(wordsOfTokens(piece({})), []);
  assert.deepEqual(wordsOfTokens(piece({ tokens: [' '], timestamps: [1], text: ' ' })), []);
});
