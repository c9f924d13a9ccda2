// full: it encodes a minute of video twice; subprocess.test.ts ends what a killed process has started
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import './system-ffmpeg.ts';
import { findFfmpeg } from '../src/ports/media/local/ffmpeg/find-ffmpeg.ts';
import { openEmbeddedPlace, type TestPlace } from './databases.ts';
import { eventually, signUp, type TestMember } from './member.ts';
import { type ServerProcess, type ServerSettings, createServerSettings, startServer } from './process.ts';
import { fetchAsset, uploadFile } from './upload.ts';

const run = promisify(execFile);

describe('a server that is killed while it encodes', () => {
  let place: TestPlace;
  let env: ServerSettings;
  let server: ServerProcess;
  let member: TestMember;

  before(async () => {
    place = await openEmbeddedPlace();
    env = await createServerSettings(place);
    server = await startServer(env);
    member = await signUp(server.origin, server.letters);
  });
  after(async () => {
    await server?.stop();
    await place?.close();
  });

  /** How many programs of this machine encode a video. */
  async function countEncoders(videoId: string): Promise<number> {
    const { stdout } = await run('ps', ['-eo', 'stat,args']);
    const folder = join(place.dataDir, 'videos', videoId);
    // A process that nobody has waited for is still listed: it is dead.
    return stdout.split('\n').filter((line) => line.includes(folder) && line.includes('libx264') && line[0] !== 'Z')
      .length;
  }

  it('ends its ffmpeg with itself, and encodes anew at the next start', async () => {
    const file = join(place.dataDir, 'old.avi');
    const encode = ['-c:v', 'mpeg4', '-q:v', '3', '-c:a', 'libmp3lame'];
    const source = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=30:d=60', '-f', 'lavfi', '-i', 'sine=440:d=60'];
    await run((await findFfmpeg(undefined)).program!, ['-v', 'error', ...source, ...encode, file]);
    const id = await uploadFile(member, file, { chunk: 64 * 1024 * 1024 });
    await eventually(async () => ((await countEncoders(id)) > 0 ? true : undefined), 'ffmpeg encoding');
    await server.kill();
    await eventually(async () => ((await countEncoders(id)) === 0 ? true : undefined), 'the end of ffmpeg');
    server = await startServer(env);
    await eventually(async () => (await fetchAsset(member, id)).playable || undefined, 'the playable video', 600);
  });
});
