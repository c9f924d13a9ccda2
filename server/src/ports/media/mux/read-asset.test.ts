import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Asset } from '@mux/mux-node/resources/video/assets';
import { readDownloadFileName } from './read-asset.ts';

describe('the file of an asset', () => {
  type Status = 'ready' | 'preparing' | 'skipped' | 'errored';
  const withFiles = (...files: { name: string; status: Status }[]): Asset =>
    ({ status: 'ready', static_renditions: { files } }) as Asset;
  const picture = (status: Status) => ({ name: 'highest.mp4', status });

  it('chooses the picture file, or the sound file when there is no other', () => {
    const sound = { name: 'audio.m4a', status: 'ready' } as const;
    assert.equal(readDownloadFileName(withFiles(sound, picture('ready'))), 'highest.mp4');
    assert.equal(readDownloadFileName(withFiles(sound, picture('skipped'))), 'audio.m4a');
  });

  it('throws media_pending or media_failed, when Mux is still working or made no file', () => {
    assert.throws(() => readDownloadFileName(withFiles(picture('preparing'))), { code: 'media_pending' });
    for (const asset of [withFiles(picture('errored')), withFiles(picture('skipped')), withFiles()])
      assert.throws(() => readDownloadFileName(asset), { code: 'media_failed' });
  });
});
