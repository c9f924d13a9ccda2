// full: the commands about Mux; engine-settings.test.ts asks for the same settings
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openEmbeddedPlace, type TestPlace } from '../databases.ts';
import { type ServerProcess, createServerSettings, startServer } from '../process.ts';
import { runMoveCommand } from './move-command.ts';

/** Nobody is ever asked by these. */
const mux: Readonly<Record<string, string>> = {
  MEDIA_BACKEND: 'mux',
  MUX_TOKEN_ID: 'id',
  MUX_TOKEN_SECRET: 'secret',
  MUX_SIGNING_KEY_ID: 'key',
  MUX_SIGNING_PRIVATE_KEY: 'private',
  MUX_WEBHOOK_SECRET: 'webhook',
};

/** The command as a person gives it, where videos cannot be moved. */
describe('lectern -- move-media, without what it needs', () => {
  let folder: string;

  before(async () => (folder = await mkdtemp(join(tmpdir(), 'lectern-test-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  const refused = (line: string) => ({ code: 1, out: '', err: `${line}\n` });

  for (const target of ['mux', 'local'])
    it(`refuses to move to ${target} without MEDIA_BACKEND=mux, and opens nothing`, async () => {
      const dataDir = join(folder, target);
      const line = refused('MEDIA_BACKEND: must be mux while videos move, there and back.');
      const settings: Record<string, string>[] = [{}, { MEDIA_BACKEND: 'local' }];
      for (const said of await Promise.all(
        settings.map((env) => runMoveCommand([target], { DATA_DIR: dataDir, ...env })),
      ))
        assert.deepEqual(said, line);
      assert.ok(!existsSync(dataDir));
    });

  it('names the setting that is missing, and opens nothing', async () => {
    const dataDir = join(folder, 'half');
    const without = async (name: string): Promise<void> => {
      const { [name]: _, ...rest } = mux;
      const line =
        name === 'MEDIA_BACKEND'
          ? 'MEDIA_BACKEND: is missing although MUX_TOKEN_ID is set; say mux or local.'
          : `${name}: is missing; MEDIA_BACKEND=mux needs it.`;
      assert.deepEqual(await runMoveCommand(['mux'], { DATA_DIR: dataDir, ...rest }), refused(line));
    };
    await Promise.all(Object.keys(mux).map(without));
    assert.ok(!existsSync(dataDir));
  });

  it('knows two places only', async () => {
    for (const words of [[], ['cloud']]) {
      const { code, err } = await runMoveCommand(words, { DATA_DIR: folder });
      assert.equal(code, 2);
      assert.match(err, /^Usage:\n.*lectern move-media mux\|local/s);
    }
  });

  describe('of a server that runs without MEDIA_BACKEND=mux', () => {
    let place: TestPlace;
    let server: ServerProcess;

    before(async () => {
      place = await openEmbeddedPlace();
      server = await startServer(await createServerSettings(place));
    });
    after(async () => {
      await server?.stop();
      await place?.close();
    });

    it('says that it is the server that lacks it', async () => {
      const line = refused('MEDIA_BACKEND: the server that runs here was started without MEDIA_BACKEND=mux.');
      assert.deepEqual(await runMoveCommand(['mux'], { DATA_DIR: place.dataDir, ...mux }), line);
    });
  });
});
