import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { accountRoutes } from '@lectern/contract/accounts';
import { createClient } from '@lectern/contract/client';
import { isSettled } from '@lectern/contract/rules/pipeline';
import { openEmbeddedPlace, type Place } from '../server/test/databases.ts';
import { eventually, signUp, type TestMember } from '../server/test/member.ts';
import { type ServerProcess, settingsOf, startServer, type Settings } from '../server/test/process.ts';
import { quickToCompile } from '../server/test/quick-to-compile.ts';
import { sample } from '../server/test/sample.ts';
import { assetOf, uploadFile, whenSettled } from '../server/test/upload.ts';
import { adapterExample } from './recipes/adapter.ts';
import type { Example } from './recipes/change.ts';
import { type Copy, copyProject } from './recipes/newcomer.ts';
import { scriptsOf, unnamed } from './recipes/recipe.ts';
import { routeExample } from './recipes/route.ts';
import { stepExample } from './recipes/step.ts';

const examples: readonly Example[] = [routeExample, stepExample, adapterExample];

/** Somebody who has read nothing but CONTRIBUTING.md and does what it says. */
describe('whoever follows the recipes', () => {
  let copy: Copy;

  before(async () => {
    copy = await copyProject();
    await copy.apply(examples.flatMap(({ changes }) => changes));
    for (const { heading } of examples)
      for (const script of scriptsOf(heading)) await copy.run('node', ...script.split(' '));
    await copy.run('oxfmt', 'contract', 'server');
  });
  after(() => copy?.[Symbol.asyncDispose]());

  for (const { heading, changes } of examples)
    it(`is told every place by “${heading}”`, () => {
      const paths = changes.map(({ path }) => path);
      assert.deepEqual(unnamed(heading, paths), [], 'these had to be changed too');
    });

  it('ends with what passes the checks', () =>
    copy.run('node', 'scripts/check.ts', 'types', 'architecture', 'format', 'documents', 'env'));

  it('ends with what passes the tests that hold routes, steps and adapters together', () =>
    copy.run(
      'node',
      quickToCompile,
      '--test',
      'contract/src/rules/pipeline.test.ts',
      'server/src/features/videos/spoken-words.test.ts',
      'server/src/main/config.test.ts',
      'server/src/ports/mail/mail.test.ts',
      'server/test/access.test.ts',
      'server/test/public-work.test.ts',
    ));

  describe('and starts it on what the version before has made', () => {
    let place: Place;
    let env: Settings;
    let server: ServerProcess | undefined;
    let member: TestMember;
    let passthrough: string;
    const program = (): string => join(copy.root, 'server/src/main/start.ts');

    before(async () => {
      place = await openEmbeddedPlace();
      env = await settingsOf(place);
      server = await startServer(env);
      member = await signUp(server.origin, server.letters);
      passthrough = await uploadFile(member, sample('short.mp4'), { captions: sample('short.vtt') });
      await whenSettled(member, passthrough);
      await server.stop();
      server = undefined;
    });
    after(async () => {
      await server?.stop();
      await place?.close();
    });

    it('finds the route with its column, and the step in a video that was made before it, which is not waited for', async () => {
      server = await startServer(env, program());
      const { steps, progress } = await assetOf(member, passthrough);
      assert.deepEqual([isSettled(steps), progress], [true, 1]);
      const words = await eventually(async () => {
        const headers = { authorization: `Bearer ${member.session.token}` };
        const address = `${server!.origin}/api/muxvideos/spoken-words/${passthrough}`;
        const answer = (await (await fetch(address, { headers })).json()) as { words: number | null };
        return answer.words ?? undefined;
      }, 'the words of the video');
      assert.ok(words > 10, String(words));
      await server.stop();
      server = undefined;
    });

    it('gets letters through the adapter that the settings name, and is told which setting is missing', async () => {
      const received: { authorization: string | undefined; message: string }[] = [];
      const service = createServer((request, answer) => {
        void text(request).then((message) => {
          received.push({ authorization: request.headers.authorization, message });
          answer.end();
        });
      }).listen(0, '127.0.0.1');
      await once(service, 'listening');
      const { port } = service.address() as { port: number };
      const posted = { ...env, MAIL_POST_URL: `http://127.0.0.1:${port}` };
      const { status, stderr } = spawnSync(process.execPath, [program()], {
        env: { PATH: process.env.PATH, ...posted },
        encoding: 'utf8',
      });
      assert.deepEqual([status, stderr.trim()], [1, 'MAIL_POST_TOKEN: is missing; MAIL_POST_URL needs it.']);

      server = await startServer({ ...posted, MAIL_POST_TOKEN: 'a-token' }, program());
      await createClient({ origin: server.origin })(accountRoutes.requestReset, { email: member.email });
      const letter = await eventually(async () => received[0], 'the letter');
      assert.equal(letter.authorization, 'Bearer a-token');
      assert.match(letter.message, new RegExp(`^To: ${member.email}\\r$`, 'm'));
      await server.stop();
      server = undefined;
      service.closeAllConnections();
      service.close();
    });
  });
});
