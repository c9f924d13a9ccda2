import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import type { PlayableRecording } from '../../port.ts';
import { createIndexCache } from './index-cache.ts';
import { indexVersion, type PlaybackIndex, samplesFile } from './playback-index.ts';

suite('indexes of an older version', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-indexes-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test('rebuilds outdated indexes one at a time, when several are requested at once', async () => {
    const playables = await Promise.all(
      Array.from({ length: 5 }, async (_, n): Promise<PlayableRecording> => {
        const [index, file] = [join(folder, `index-${n}.json`), join(folder, `recording-${n}.mp4`)];
        await writeFile(index, JSON.stringify({ version: indexVersion - 1 }));
        for (const beside of [file, samplesFile(index)]) await writeFile(beside, '');
        return { file, index };
      }),
    );
    let [writing, most] = [0, 0];
    const written: string[] = [];
    const indexes = createIndexCache(async ({ file }) => {
      writing += 1;
      most = Math.max(most, writing);
      for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
      writing -= 1;
      written.push(file);
      return { version: indexVersion, revision: file, duration: 1, segments: [] } satisfies PlaybackIndex;
    });
    const found = await Promise.all([...playables, ...playables].map((playable) => indexes.of(playable)));
    const files = playables.map(({ file }) => file);
    assert.deepEqual(
      found.map(({ revision }) => revision),
      [...files, ...files],
    );
    assert.equal(most, 1);
    assert.deepEqual(written.toSorted(), files);
  });
});
