import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { apiKeyRoutes } from '@lectern/contract/accounts/api-keys';
import type { Scope } from '@lectern/contract/rules/scopes';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { ApiRecording } from '@lectern/contract/v1/recordings';
import { recordEvent } from '../src/platform/events/events.ts';
import { apiClient } from './api-client.ts';
import { assertEvery } from './assert-every.ts';
import { describeRecordings } from './describe-server.ts';
import { freePort } from './free-port.ts';
import { startLocalServer } from './local-server.ts';
import { eventually } from './member.ts';
import { getSamplePath } from './sample.ts';

const root = join(import.meta.dirname, '../..');

/** Every program of the page, as it stands there. */
const readRecipes = async (): Promise<[name: string, program: string][]> =>
  [...(await readFile(join(root, 'docs/recipes.md'), 'utf8')).matchAll(/^```js\n(\/\/ (\S+)\n[\s\S]*?)^```$/gm)].map(
    ([, program, name]) => [name!, program!],
  );

const env = { OUTBOUND_ALLOW: '127.0.0.0/8' };

describeRecordings('recipes of the documents', ['webinar'], { env }, (suite) => {
  let folder: string;
  let receiver: ChildProcess | undefined;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-recipes-'));
    await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
    for (const [name, program] of await readRecipes()) await writeFile(join(folder, name), program);
    await suite.changeUser(suite.member, { plan: 'professional' });
  });
  after(async () => {
    receiver?.kill('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  });

  const keyOf = async (scopes: Scope[]): Promise<string> =>
    (await suite.member.call(apiKeyRoutes.create, { name: 'Recipe', kind: 'workspace', scopes, days: null })).key;

  const envOf = (key: string, more: Record<string, string> = {}) => ({
    PATH: process.env.PATH,
    LECTERN_URL: suite.server.origin,
    LECTERN_KEY: key,
    ...more,
  });

  const run = async (args: readonly string[], key: string): Promise<string> =>
    (await promisify(execFile)(process.execPath, args, { cwd: folder, env: envOf(key) })).stdout;

  it('tells another service once of each recording, when events come twice and the receiver is killed', async () => {
    const told: string[] = [];
    const other = await startLocalServer((request, response) => {
      void text(request).then((body) => {
        told.push((JSON.parse(body) as { text: string }).text);
        response.end();
      });
    });
    const port = await freePort();
    const call = apiClient(suite.server.origin, () => suite.member.session.token);
    const url = `http://127.0.0.1:${port}/hook`;
    const { body: hook } = await call<{ id: string; secret: string }>('createWebhook', {
      body: { url, kinds: ['recording.ready'] },
    });
    const settings = envOf('', { WEBHOOK_SECRET: hook.secret, NOTIFY_URL: other.url, PORT: String(port) });
    const listen = async (): Promise<void> => {
      receiver = spawn(process.execPath, ['receive-webhooks.mjs'], { cwd: folder, env: settings });
      await once(receiver.stdout!, 'data');
    };
    const happen = (title: string) =>
      suite.world.database.transaction((tx) =>
        recordEvent(suite.world, tx, {
          kind: 'recording.ready',
          workspaceId: suite.member.session.id,
          subjectId: suite.webinar.id,
          payload: { title, wordless: false },
        }),
      );
    const params = { id: hook.id };
    const deliveries = async () => {
      const { body } = await call<{ data: { id: string; state: string }[] }>('listDeliveries', {
        params,
      });
      return body.data;
    };
    const arrived = (count: number) =>
      eventually(async () => {
        const all = await deliveries();
        return all.filter(({ state }) => state === 'delivered').length === count ? all : undefined;
      }, `${count} deliveries`);
    const done = (count: number) =>
      eventually(async () => {
        const names = await readdir(join(folder, 'inbox'));
        return names.filter((name) => name.endsWith('.done')).length === count ? true : undefined;
      }, `${count} notes`);
    const link = `“${suite.webinar.title}” is ready: ${suite.server.origin}/asset/${suite.webinar.id}`;
    try {
      await listen();
      assert.equal((await fetch(url, { method: 'POST', body: '{}' })).status, 401);
      await happen('First');
      const [first] = await arrived(1);
      await done(1);
      receiver!.kill('SIGKILL');
      await once(receiver!, 'exit');
      await listen();
      await call('resendDeliveries', { params, body: { delivery_id: first!.id } });
      await arrived(1);
      await happen('Second');
      await arrived(2);
      await done(2);
      assert.deepEqual(told, [link, link]);
    } finally {
      await other.close();
    }
  });

  it('uploads a folder, and later only what is not there', async () => {
    const talks = join(folder, 'talks');
    await mkdir(talks);
    for (const name of ['one.mp4', 'two.mp4']) await copyFile(getSamplePath('short.mp4'), join(talks, name));
    const key = await keyOf(['read', 'write', 'delete']);
    const call = apiClient(suite.server.origin, () => key);
    const ids = [...(await run(['upload-folder.mjs', talks], key)).matchAll(/asset\/(\S+)/g)].map(([, id]) => id!);
    assert.equal(ids.length, 2);
    const recordings = (): Promise<ApiRecording[]> =>
      eventually(async () => {
        const { body } = await call<{ data: ApiRecording[] }>('listRecordings');
        return ids.every((id) => body.data.some((each) => each.id === id)) ? body.data : undefined;
      }, 'the recordings');
    assert.equal((await recordings()).length, 3);
    const again = await run(['upload-folder.mjs', talks], key);
    assert.equal(again, 'one.mp4 is there already.\ntwo.mp4 is there already.\n');
    await call('deleteRecording', { params: { id: ids[0] } });
    assert.match(
      await run(['upload-folder.mjs', talks], key),
      /^one\.mp4 is uploaded: .+\ntwo\.mp4 is there already\.\n$/,
    );
  });

  it('writes a newsletter whose quotes were said, with links that open', async () => {
    const { id, title, chapters } = suite.webinar;
    const { created_at: at } = await suite.db
      .selectFrom('videos')
      .select('created_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const month = at.toISOString().slice(0, 7);
    const write = async (scopes: Scope[]) => run(['write-newsletter.mjs', month], await keyOf(scopes));
    const letter = await write(['read', 'publish']);
    assert.ok(letter.startsWith(`# Recordings of ${month}\n\n`) && letter.includes(`[${title}](`), letter);
    for (const chapter of chapters) assert.ok(letter.includes(`) ${chapter.title}\n`), chapter.title);
    const said = webvttCues(suite.webinar.vtt)
      .map((cue) => cue.text)
      .join(' ');
    const quotes = [...letter.matchAll(/^> “(.+)” \[[\d:]+\]\((\S+)\)$/gm)];
    assertEvery(quotes, ([, words]) => said.includes(words!.replaceAll(/\\(.)/g, '$1')));
    for (const [, , link] of quotes) {
      assert.match(link!, /\/s\/[^/]+\?t=[\d.]+$/);
      assert.equal((await fetch(link!)).status, 200);
    }
    assert.equal(await write(['read', 'publish']), letter);
    assert.ok((await write(['read'])).includes(`](${suite.server.origin}/asset/${id}?t=`));
  });
});
