// full: odd recordings in the browser; main-job.test.ts plays a usual one
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import '@lectern/server/test/system-ffmpeg';
import { mediaPaths } from '@lectern/contract/playback/playback';
import { findFfmpeg } from '@lectern/server/ports/media/local/ffmpeg/find-ffmpeg';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { lookAtFrames } from '@lectern/server/test/odd-media/look';
import { createOddMediaMaker } from '@lectern/server/test/odd-media/make';
import { fetchAsset, uploadFile } from '@lectern/server/test/upload';
import { checkPlayer, type ServedRecording } from '../odd-media/check-player.ts';
import { players } from '../odd-media/player-page.ts';
import { openOnServer } from '../journey.ts';

/** These files stopped players or lost frames before; `npm run odd-media` checks the rest. */
const kinds = ['short-sound.mp4', 'late-picture.mp4', 'varying-reordered.mp4', 'varying-rate.webm'];

/** Seconds a recording may take to become playable, and a player to do anything, where a machine is busy. */
const patience = 300;

describe('foreign players', () => {
  let folder: string;
  const { server, context, page, visit, visitAs } = openOnServer(
    { env: { SPEECH: 'captions' } },
    { viewport: { width: 800, height: 600 } },
  );
  const recordings = new Map<string, ServedRecording>();
  const owners = new Map<string, { member: TestMember; id: string }>();

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-odd-players-'));
    const ffmpeg = (await findFfmpeg(undefined)).program;
    assert.ok(ffmpeg, 'The tests need an ffmpeg; npm installs one on linux-x64.');
    const made = createOddMediaMaker(ffmpeg, folder);
    const settle = async (kind: string): Promise<void> => {
      const member = await signUp(server.origin, server.letters);
      const id = await uploadFile(member, await made(kind), { chunk: 4 * 1024 * 1024 });
      const ready = async () => {
        const asset = await fetchAsset(member, id);
        return asset.playable ? asset : undefined;
      };
      const video = await eventually(ready, kind, patience);
      const stream = `${server.origin}${mediaPaths.stream(video.playback_id)}`;
      const frames = await lookAtFrames(ffmpeg, stream, { absolute: true });
      recordings.set(kind, { stream, duration: video.duration, frames });
      owners.set(kind, { member, id });
    };
    await Promise.all(kinds.map(settle));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const kind of kinds)
    for (const player of players)
      it(`${player} plays ${kind} to its end and finds its frames`, async () => {
        await using page = await context.newPage();
        await checkPlayer(page, player, recordings.get(kind)!, { seeks: 5, played: 60, patience });
      });

  it('tells on the page that a recording was encoded anew, and why', async () => {
    const { member, id } = owners.get('varying-rate.webm')!;
    await visitAs(member, `/asset/${id}`);
    await page
      .getByText(
        'Re-encoded for browsers. Browsers do not all play its codecs (vp8, opus). The original is kept as it is.',
      )
      .waitFor();
    await visit('/asset/view');
    await page.getByText('re-encoded for browsers').waitFor();
  });
});
