import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { mediaPaths } from '@lectern/contract/playback/playback';
import '../../../test/system-ffmpeg.ts';
import { describeServer } from '../../../test/describe-server.ts';
import { eventually } from '../../../test/member.ts';
import { getSamplePath } from '../../../test/sample.ts';
import { fetchAsset, uploadFile, waitUntilProcessed } from '../../../test/upload.ts';
import { findFfmpeg } from '../../ports/media/local/ffmpeg/find-ffmpeg.ts';
import { readRecording } from '../../ports/media/local/mp4/stream.ts';

describeServer('a recording that plays as it is', {}, (suite) => {
  it('plays before it is looked through, from what was read ahead of its last answer', async () => {
    const { media } = suite.world;
    const { inspect, lookAhead } = media;
    const held = Promise.withResolvers<void>();
    const ahead: string[] = [];
    media.lookAhead = (file, how) => {
      ahead.push(how.index);
      lookAhead(file, how);
    };
    media.inspect = (source, signal, how = {}) => {
      assert.ok(how.early);
      const { index, onPlayable } = how.early;
      const early = {
        index,
        onPlayable: async (...told: Parameters<typeof onPlayable>) => {
          await onPlayable(...told);
          await held.promise;
        },
      };
      return inspect(source, signal, { ...how, early });
    };
    try {
      const member = await suite.signUp();
      const id = await uploadFile(member, getSamplePath('short.mp4'));
      const asset = await eventually(async () => {
        const found = await fetchAsset(member, id);
        return found.playable ? found : undefined;
      }, 'the recording to play');
      const stateOf = (name: string) => asset.steps.find(({ step }) => step === name)?.state;
      assert.deepEqual([stateOf('inspect'), stateOf('playable')], ['running', 'done']);
      const master = `${suite.server.origin}${mediaPaths.stream(asset.playback_id)}`;
      const segment = await fetch(master.replace('master.m3u8', 'segment-0.m4s'));
      assert.ok(segment.ok && (await segment.arrayBuffer()).byteLength > 0);
      assert.equal(ahead.length, 1);
      held.resolve();
      const { playable, steps } = await waitUntilProcessed(member, id);
      assert.ok(playable && steps.find(({ step }) => step === 'inspect')?.state === 'done');
    } finally {
      held.resolve();
      Object.assign(media, { inspect, lookAhead });
    }
  });

  it('reads it anew, when its bytes changed after they were read ahead', async () => {
    const { media } = suite.world;
    const { inspect, lookAhead } = media;
    const ahead: string[] = [];
    const inspected: string[] = [];
    media.lookAhead = (file, how) => {
      ahead.push(how.index);
      lookAhead(file, how);
      utimesSync(file, new Date(0), new Date(0));
    };
    media.inspect = (source, signal, how = {}) => {
      inspected.push(how.early!.index);
      return inspect(source, signal, how);
    };
    try {
      const member = await suite.signUp();
      const { playable } = await waitUntilProcessed(member, await uploadFile(member, getSamplePath('short.mp4')));
      assert.ok(playable);
      assert.deepEqual([ahead.length, inspected.length], [1, 1]);
      assert.notEqual(ahead[0], inspected[0]);
    } finally {
      Object.assign(media, { inspect, lookAhead });
    }
  });

  it('re-encodes it after all, when a picture is damaged that the first look passes over', async () => {
    const file = join(suite.place.dataDir, 'long.mp4');
    const source = 'testsrc2=s=64x64:r=50:d=100';
    const { program } = await findFfmpeg(undefined);
    const encoding = ['-v', 'error', '-f', 'lavfi', '-i', source, '-c:v', 'libx264', '-preset', 'ultrafast'];
    await promisify(execFile)(program!, [...encoding, '-pix_fmt', 'yuv420p', file]);
    const bytes = await readFile(file);
    {
      await using handle = await open(file);
      const { table } = (await readRecording(handle, bytes.length))!.picture!;
      assert.equal(table.count, 5000);
      bytes.fill(0x9d, table.offset[2501], table.offset[2501]! + table.size[2501]!);
    }
    await writeFile(file, bytes);
    const member = await suite.signUp();
    const asset = await waitUntilProcessed(member, await uploadFile(member, file));
    assert.ok(asset.playable);
    assert.equal(asset.steps.find(({ step }) => step === 'playable')?.note, 're-encoded for browsers');
  });
});
