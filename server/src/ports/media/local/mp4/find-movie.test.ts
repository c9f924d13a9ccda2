import assert from 'node:assert/strict';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, suite, test } from 'node:test';
import { Problem } from '@lectern/contract/problem';
import { emptyBoxes } from '../../../../../test/hostile-media.ts';
import { findMovie } from './find-movie.ts';

const folder = await mkdtemp(join(tmpdir(), 'lectern-movie-'));
suite('the tables of an MP4', () => {
  after(() => rm(folder, { recursive: true, force: true }));

  test('stops looking for the movie, when a file has more boxes than any valid one', async (t) => {
    const file = join(folder, 'empty-boxes.mp4');
    const bytes = emptyBoxes(1_000_000);
    await writeFile(file, bytes);
    await using handle = await open(file, 'r');
    const { mock } = t.mock.method(handle, 'read');
    await assert.rejects(
      findMovie(handle, bytes.length),
      (error) => error instanceof Problem && error.code === 'broken_media',
    );
    assert.ok(mock.callCount() > 1 && mock.callCount() <= 10_000, `${mock.callCount()} reads of 125,000 boxes`);
  });
});
