// full: whether the committed tour shows the pages of today
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import '@lectern/server/test/system-ffmpeg';
import { findFfmpeg } from '@lectern/server/ports/media/local/ffmpeg/find-ffmpeg';
import { createCamera } from '../tour/camera.ts';
import { playScenes } from '../tour/scenes.ts';
import { changedShare, listScreenNames } from '../tour/screens.ts';
import { openOnStage } from '../journey.ts';

/**
 * Allowed share of changed screen pixels, enough for a button label. Opened tools change 0.04, another panel tab 0.09.
 */
const bearable = 0.03;

/** The welcome video is filmed once and committed; this notices when the product does not look like it any more. */
describe('the tour', () => {
  const { stage, page } = openOnStage({}, { viewport: { width: 1280, height: 720 } });
  let folder: string;
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'lectern-rehearsal-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  it('shows the product as it is', async () => {
    const { program } = await findFfmpeg(undefined);
    assert.ok(program, 'Pictures are compared with ffmpeg; npm installs one on linux-x64.');
    const camera = createCamera(folder, page, { rehearsal: true });
    await playScenes(camera, stage);
    assert.deepEqual([...camera.screens.keys()].toSorted(), await listScreenNames());
    const changed: string[] = [];
    for (const [name, picture] of camera.screens) {
      const share = await changedShare(program, name, picture);
      if (share > bearable) changed.push(`${name} (${Math.round(share * 100)} % of it)`);
    }
    assert.deepEqual(changed, [], 'The film shows these screens as they were: film it again with `npm run tour`.');
  });
});
