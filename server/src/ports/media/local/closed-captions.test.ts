import assert from 'node:assert/strict';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { it } from 'node:test';
import '../../../../test/system-ffmpeg.ts';
import { describeMedia, quickH264 } from '../../../../test/describe-media.ts';
import { itInFullRun } from '../../../../test/rare.ts';

const scc = `Scenarist_SCC V1.0

00:00:01:00	9420 9420 9470 9470 c845 4c4c 4f20 574f 524c c4ae 942f 942f

00:00:03:00	942c 942c

00:00:04:00	9420 9420 9470 9470 d345 434f cec4 2043 c1d0 5449 4fce 942f 942f

00:00:05:00	942c 942c
`;

const picture = 'testsrc=size=160x90:rate=30:duration=7';
const both = /00:01\.\d{3} --> 00:0[23]\.\d{3}\nHELLO WORLD\.\n\n00:04[^]*SECOND CAPTION/;

describeMedia('closed captions in a recording', (suite) => {
  const { path } = suite;

  /** The pairs of bytes by the number of their frame, at 30 a second. */
  function pairsByFrame(): Map<number, number> {
    const pairs = new Map<number, number>();
    for (const [, seconds, words] of scc.matchAll(/^00:00:(\d\d):00\t(.*)$/gm))
      for (const [n, word] of words!.split(' ').entries())
        pairs.set(Number(seconds) * 30 + n, Number.parseInt(word, 16));
    return pairs;
  }

  /** A unit of H.264 with the captions of a frame (ATSC A/53 part 4): supplemental information of a registered user. */
  function captionUnit(pair = 0x8080): Buffer {
    const data = [0xb5, 0x00, 0x31, ...Buffer.from('GA94'), 0x03, 0x41, 0xff, 0xfc, pair >> 8, pair & 0xff, 0xff];
    return Buffer.from([0, 0, 0, 1, 6, 4, data.length, ...data, 0x80]);
  }

  /** Pictures with closed captions in the data beside them, in the container that the name tells. */
  async function broadcast(name: string): Promise<string> {
    const codec = ['-c:v', 'libx264', '-x264-params', 'bframes=0:slices=1:aud=0'];
    const bytes = await readFile(await suite.make('plain.h264', [picture], ...codec));
    const pairs = pairsByFrame();
    const out: Buffer[] = [];
    let frame = 0;
    let from = 0;
    for (let at = 0; at + 4 < bytes.length; at += 1) {
      if (bytes.readUIntBE(at, 3) !== 1) continue;
      const type = bytes[at + 3]! & 0x1f;
      if (type !== 1 && type !== 5) continue;
      const start = bytes[at - 1] === 0 ? at - 1 : at;
      out.push(bytes.subarray(from, start), captionUnit(pairs.get(frame)));
      from = start;
      frame += 1;
    }
    out.push(bytes.subarray(from));
    await writeFile(path('captioned.h264'), Buffer.concat(out));
    return suite.make(name, [], '-r', '30', '-i', path('captioned.h264'), '-c', 'copy');
  }

  const makeVast = (name: string): Promise<string> =>
    suite.make(name, ['color=size=9216x8192:rate=1'], '-frames:v', '1', ...quickH264, '-threads', '1');

  async function captionsIn(file: string): Promise<string> {
    const info = await suite.media.inspect(file);
    const [track] = info.captionTracks;
    assert.ok(track && !track.image, JSON.stringify(info));
    return suite.media.embeddedCaptions(file, track);
  }

  it('closed captions in a track of their own are read as text', async () => {
    await writeFile(path('captions.scc'), scc);
    const codecs = ['-c:v', 'libx264', '-c:s', 'copy'];
    const file = await suite.make('track.mov', [picture], '-i', path('captions.scc'), ...codecs);
    assert.match(await captionsIn(file), both);
  });

  it('closed captions beside pictures of more pixels than are decoded are refused as every such picture is', async () => {
    const file = await makeVast('vast.mp4');
    const track = { track: 0, codec: 'eia_608', image: false, pictures: 'mov' };
    await assert.rejects(suite.media.embeddedCaptions(file, track), { code: 'picture_too_large' });
  });

  itInFullRun(
    'closed captions go on beside pictures that become too large in between, which are left out',
    async () => {
      const [small, large] = [await broadcast('small.ts'), await makeVast('large.ts')];
      await writeFile(path('grows.ts'), Buffer.concat([await readFile(small), await readFile(large)]));
      assert.match(await captionsIn(path('grows.ts')), /HELLO WORLD\.[^]*SECOND CAPTION/);
    },
  );

  for (const name of ['broadcast.ts', 'broadcast.mp4'])
    (name === 'broadcast.ts' ? it : itInFullRun)(
      `closed captions beside the pictures of a ${name} are read as text`,
      async () => {
        const file = path(`a [name]: it's, ${name}`);
        await rename(await broadcast(name), file);
        assert.match(await captionsIn(file), both);
      },
    );
});
