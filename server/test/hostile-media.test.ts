// full: recordings that want to do harm; uploads.test.ts and limits.test.ts refuse the usual ones
import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import './system-ffmpeg.ts';
import type { CallError } from '@lectern/contract/client';
import { problems, type ProblemCode } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { emptyBoxes, buildMovieFile, buildMoovBox, hugePicture, overlappingSamples } from './hostile-media.ts';
import { describeProcess } from './describe-process.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { readPeakMb } from './process.ts';
import { getSamplePath } from './sample.ts';
import { fetchAsset, uploadFile } from './upload.ts';

describeProcess('a recording made to harm', { databases: 'embedded' }, (suite) => {
  let stranger: TestMember;
  before(async () => {
    stranger = await signUp(suite.server.origin, suite.server.letters);
    // Plays an honest recording first, so its memory is part of the baseline.
    await play();
  });

  /** Another member's recording is made playable. */
  async function play(): Promise<void> {
    const id = await uploadFile(suite.member, getSamplePath('short.mp4'));
    await eventually(
      async () => ((await fetchAsset(suite.member, id)).playable ? true : undefined),
      'another recording',
    );
    await suite.member.call(videoRoutes.delete, { id });
  }

  const kinds: [what: string, file: () => Buffer, refusal: ProblemCode][] = [
    ['millions of samples out of the same few bytes', overlappingSamples, 'broken_media'],
    ['millions of empty boxes', () => emptyBoxes(40_000_000), 'broken_media'],
    [
      'tables that fill their limit and point behind the end',
      () => buildMovieFile(buildMoovBox({ count: 4_900_000, size: 1, duration: 2, chunks: [2_000_000] }), 6_000_000),
      'broken_media',
    ],
    ['a picture of 16000 × 16000', hugePicture, 'picture_too_large'],
  ];
  it('captions of ten megabytes are read while others are served', async () => {
    const cue = '<p begin="1s" end="2s">word <span>and <b>word</b></span></p>\n';
    const ttml = Buffer.from(`<tt><body><div>${cue.repeat(Math.floor(10_400_000 / cue.length))}</div></body></tt>`);
    const { id } = await stranger.call(uploadRoutes.create, {});
    const before = await readPeakMb(suite.server.pid);
    const reading = { done: false };
    const read = stranger
      .call(uploadRoutes.captions, { passthrough: id, name: 'long.ttml' }, { body: ttml })
      .finally(() => (reading.done = true));
    let served = 0;
    for (; !reading.done; served += 1) assert.equal((await fetch(`${suite.server.origin}/healthz`)).status, 200);
    assert.ok((await read).cues > 0);
    assert.ok(served > 10, `${served} others were served meanwhile`);
    const grown = (await readPeakMb(suite.server.pid)) - before;
    assert.ok(grown < 300, `the server grew by ${Math.round(grown)} MB`);
    await stranger.call(uploadRoutes.cancel, { id });
  });

  for (const [what, file, refusal] of kinds)
    it(`refuses a recording with ${what} without disturbing other members`, async () => {
      const before = await readPeakMb(suite.server.pid);
      const id = await uploadFile(stranger, file(), { chunk: 4 * 1024 * 1024 });
      const played = play();
      const refused = await eventually(async () => {
        assert.equal((await fetch(`${suite.server.origin}/healthz`)).status, 200);
        return fetchAsset(stranger, id).then(
          () => undefined,
          (error: CallError) => error,
        );
      }, 'the refusal');
      assert.deepEqual([refused.status, refused.message], [422, problems[refusal].text]);
      await played;
      const grown = (await readPeakMb(suite.server.pid)) - before;
      assert.ok(grown < 300, `the server grew by ${Math.round(grown)} MB`);
    });
});
