import assert from 'node:assert/strict';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Plan } from '@lectern/contract/accounts';
import { problems } from '@lectern/contract/problem';
import { day } from '@lectern/contract/rules/durations';
import { uploadRoutes } from '@lectern/contract/uploads';
import { videoRoutes } from '@lectern/contract/videos';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import { sample } from '@lectern/server/test/sample';
import { assetOf, beginChunk, uploadFile, whenSettled } from '@lectern/server/test/upload';
import { openTestWorld, type TestWorld } from '@lectern/server/test/world';
import type { Page } from 'playwright-core';
import { assertAccessible } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { dropFiles } from '../drop-files.ts';
import { type Line, lineOf } from '../slow-network.ts';
import { enter } from '../stage.ts';

/** A recording of 2.4 MB takes a minute, so that what comes after it waits. Bytes a second. */
const slow = 40_000;

describe('several recordings on the upload page', () => {
  let folder: string;
  let server: TestWorld;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let member: TestMember;
  let page: Page;
  let line: Line;
  /** The paths of the files by their names. */
  const at = (...names: string[]): string[] => names.map((name) => join(folder, name));

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-upload-queue-'));
    [server, browser] = await Promise.all([openTestWorld(), openBrowser()]);
    for (const name of ['First talk.mp4', 'Second talk.mp4', 'Third talk.mp4'])
      await copyFile(sample('short.mp4'), join(folder, name));
    for (const name of ['Second talk.vtt', 'First talk.en.vtt', 'Elsewhere.vtt'])
      await copyFile(sample('short.vtt'), join(folder, name));
    await copyFile(sample('webinar.mp4'), join(folder, 'Long talk.mp4'));
    await writeFile(join(folder, 'Broken talk.mp4'), 'Only a text.\n'.repeat(500));
    await writeFile(join(folder, 'Minutes.pdf'), 'A document.\n');
  });
  after(async () => {
    await browser?.close();
    await server?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    member = await signUp(server.origin, server.letters);
    page = await browser.context.newPage();
    await enter(page, server.origin, { session: member.session });
    await has('professional');
    await page.goto(`${server.origin}/asset/upload`);
    await page.getByText('Drop a video file here to upload').waitFor();
    line = await lineOf(page);
  });
  afterEach(async () => {
    await page.close({ runBeforeUnload: false });
  });

  const has = (plan: Plan) =>
    server.world.database.kysely.updateTable('users').set({ plan }).where('id', '=', member.session.id).execute();
  const choose = (...names: string[]) => page.getByLabel('Recording', { exact: true }).setInputFiles(at(...names));
  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
  const card = () => page.getByRole('region', { name: /recording|Upload complete!|Nothing was uploaded/ });
  const titles = async (): Promise<string[]> =>
    (await member.call(videoRoutes.list, { userId: member.session.id })).data.map(({ title }) => title).toSorted();
  const idOf = async (title: string): Promise<string> =>
    (await member.call(videoRoutes.list, { userId: member.session.id })).data.find((each) => each.title === title)!.id;

  it('sends those of a drop one after another, each with its captions, and says which belong to none', async () => {
    const zone = page.getByText('Drop a video file here to upload');
    const [names, files] = [
      ['First talk.mp4', 'Second talk.mp4', 'Third talk.mp4'],
      ['Second talk.vtt', 'First talk.en.vtt', 'Elsewhere.vtt'],
    ];
    await line.setSpeed(slow);
    await dropFiles(page, at(...files, ...names), zone);
    await page.getByRole('heading', { name: 'Uploading 3 recordings' }).waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Elsewhere.vtt' }).waitFor();
    assert.deepEqual(await card().getByRole('heading', { level: 3 }).allInnerTexts(), names);
    await row('Second talk.mp4').getByText('With Second talk.vtt').waitFor();
    await row('Third talk.mp4').getByText('Waiting').waitFor();
    assert.equal(await row('Third talk.mp4').getByText('.vtt').count(), 0);
    await row('First talk.mp4').getByRole('progressbar', { name: 'Uploaded of First talk.mp4' }).waitFor();
    await card().getByRole('progressbar', { name: 'All recordings' }).waitFor();
    await assertAccessible(page, 'several recordings being uploaded');
    await line.setSpeed('fast');
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    await card()
      .getByRole('status')
      .filter({ hasText: 'Third talk.mp4 has been uploaded. 3 of 3 uploaded.' })
      .waitFor();
    assert.deepEqual(await titles(), ['First talk', 'Second talk', 'Third talk']);
    for (const [title, spoken] of [
      ['First talk', true],
      ['Second talk', true],
      ['Third talk', false],
    ] as const)
      assert.equal((await whenSettled(member, await idOf(title))).vtt !== '', spoken, title);
    await row('First talk.mp4')
      .getByText(/The (chapters are|video is) ready\./)
      .waitFor();
    await row('Third talk.mp4').getByText(problems.no_transcript.text).waitFor();
    await assertAccessible(page, 'several recordings that are uploaded');
    await row('Second talk.mp4').getByRole('link', { name: 'Open Second talk.mp4' }).click();
    await page.waitForURL(`**/asset/${await idOf('Second talk')}`);
    await page.goBack();
    await page.getByRole('button', { name: 'Upload another video' }).click();
    await page.getByText('Drop a video file here to upload').waitFor();
    assert.equal(await page.getByText('.vtt').count(), 0, 'no caption file waits for another recording');
  });

  it('asks for which recording captions are that belong to none by their name, by the keyboard too', async () => {
    const unpaired = page.getByRole('region', { name: 'Captions without a recording' });
    await line.setSpeed(slow);
    await choose('Long talk.mp4', 'First talk.mp4', 'Third talk.mp4', 'Elsewhere.vtt');
    await unpaired.getByText('Its name does not say which recording it belongs to.').waitFor();
    await assertAccessible(page, 'captions without a recording');
    const which = unpaired.getByLabel('Recording for Elsewhere.vtt');
    assert.equal(await which.inputValue(), '', 'nothing is chosen where no name is like it');
    assert.deepEqual(await which.locator('option').allInnerTexts(), [
      'Choose a recording',
      'Long talk.mp4',
      'First talk.mp4',
      'Third talk.mp4',
    ]);
    await which.focus();
    await page.keyboard.type('Third');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await row('Third talk.mp4').getByText('With Elsewhere.vtt').waitFor();
    await page.locator('main:focus').waitFor();
    await card().getByRole('status').filter({ hasText: 'Elsewhere.vtt goes with Third talk.mp4.' }).waitFor();
    assert.equal(await unpaired.count(), 0);

    // Dropped later, and that of a recording that is in the list beside one of none.
    await dropFiles(page, at('First talk.en.vtt', 'Second talk.vtt'));
    await row('First talk.mp4').getByText('With First talk.en.vtt').waitFor();
    await unpaired.getByLabel('Recording for Second talk.vtt').waitFor();
    await unpaired.getByRole('button', { name: 'Remove Second talk.vtt' }).press('Enter');
    await unpaired.waitFor({ state: 'detached' });
    await line.setSpeed('fast');
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    for (const [title, spoken] of [
      ['Long talk', false],
      ['First talk', true],
      ['Third talk', true],
    ] as const)
      assert.equal((await whenSettled(member, await idOf(title))).vtt !== '', spoken, title);
  });

  it('says of each for which the plan has no room that there is none, and sends it when there is', async () => {
    await has('executive');
    await page.reload();
    await page.getByText('Drop a video file here to upload').waitFor();
    await choose('First talk.mp4', 'Second talk.mp4', 'Third talk.mp4');
    const none = problems.plan_maximum.text;
    await row('Third talk.mp4').getByText(none).waitFor();
    await page.getByRole('heading', { name: '2 of 3 recordings are uploaded' }).waitFor();
    assert.deepEqual(await titles(), ['First talk', 'Second talk']);
    await assertAccessible(page, 'a recording without room');
    const again = row('Third talk.mp4').getByRole('button', { name: 'Try again: Third talk.mp4' });
    await again.click();
    // The server has the last word.
    await row('Third talk.mp4').getByText(none).waitFor();
    await member.call(videoRoutes.delete, { id: await idOf('First talk') });
    await again.click();
    await row('Third talk.mp4').getByRole('link', { name: 'Open Third talk.mp4' }).waitFor();
    assert.deepEqual(await titles(), ['Second talk', 'Third talk']);
  });

  it('goes on after one that fails, which is taken off by the keyboard', async () => {
    await choose('Broken talk.mp4', 'Minutes.pdf', 'Second talk.mp4');
    await page.getByRole('heading', { name: '1 of 3 recordings are uploaded' }).waitFor();
    for (const name of ['Broken talk.mp4', 'Minutes.pdf']) {
      await row(name)
        .getByText(/neither audio nor video/)
        .waitFor();
      assert.equal(
        await row(name)
          .getByRole('button', { name: /^Try again/ })
          .count(),
        0,
      );
      await row(name)
        .getByRole('button', { name: `Remove ${name}` })
        .focus();
      await page.keyboard.press('Enter');
      await row(name).waitFor({ state: 'detached' });
      await page.locator('h2:focus').waitFor();
    }
    assert.deepEqual(await titles(), ['Second talk']);
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
  });

  it('pauses and cancels the one that is sent, leaves out what is removed before, and takes more meanwhile', async () => {
    await line.setSpeed(slow);
    await choose('Long talk.mp4', 'First talk.mp4', 'Second talk.mp4');
    await row('First talk.mp4').getByRole('button', { name: 'Remove First talk.mp4' }).click();
    await row('First talk.mp4').waitFor({ state: 'detached' });
    await dropFiles(page, at('Third talk.mp4', 'Second talk.mp4'));
    await page.getByText('Second talk.mp4 is already in the list.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Pausing after this part…').waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await eventually(async () => (await member.call(uploadRoutes.open, {})).data[0], 'the upload on the server');
    await page.getByRole('button', { name: 'Cancel upload' }).click();
    await page.getByRole('alertdialog').getByText('What has been sent of “Long talk.mp4” will be deleted.').waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel upload' }).click();
    await row('Long talk.mp4').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'Second talk.mp4', level: 2 }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).focus();
    await line.setSpeed('fast');
    await page.locator('h2:focus', { hasText: 'Upload complete!' }).waitFor();
    assert.deepEqual(await titles(), ['Second talk', 'Third talk']);
    assert.deepEqual((await member.call(uploadRoutes.open, {})).data, []);
  });

  it('warns before the page is left, shows on other pages how far it is, and offers what was begun after a reload', async () => {
    await line.setSpeed(slow);
    await choose('Long talk.mp4', 'Second talk.mp4');
    await eventually(async () => (await member.call(uploadRoutes.open, {})).data[0], 'the upload on the server');
    await page.getByRole('link', { name: 'Video Library' }).click();
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: /^Long talk\.mp4 Uploading 1 of 2/ })
      .click();
    await row('Second talk.mp4').getByText('Waiting').waitFor();
    const warned = page.waitForEvent('dialog').then(async (dialog) => {
      await dialog.accept();
      return dialog.type();
    });
    await page.reload();
    assert.equal(await warned, 'beforeunload');
    await line.setSpeed('fast');
    await page.getByRole('heading', { name: 'Unfinished uploads' }).waitFor();
    await page.getByText('Long talk.mp4').waitFor();
    // All of them again: what was begun goes on, the others begin.
    await choose('Long talk.mp4', 'Second talk.mp4');
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    assert.deepEqual(await titles(), ['Long talk', 'Second talk']);
    assert.deepEqual((await member.call(uploadRoutes.open, {})).data, []);
    await eventually(async () => (await assetOf(member, await idOf('Long talk'))).playable || undefined, 'the video');
  });

  it('says of a recording that has arrived and is joined for long that it is, and never that it is offline', async () => {
    const { storage } = server.world;
    const { join: joined } = storage;
    const held = Promise.withResolvers<void>();
    storage.join = async (...those) => {
      await held.promise;
      await joined.call(storage, ...those);
    };
    try {
      await page.clock.install();
      await choose('First talk.mp4');
      await page.getByRole('button', { name: 'Pause' }).waitFor();
      const said = page
        .getByRole('status')
        .filter({ hasText: /^The recording has arrived\. .* Nothing has to be sent/ });
      await said.waitFor();
      await assertAccessible(page, 'a recording that is being joined');
      const asked = page.waitForRequest(
        (request) => request.headers()['content-range']?.startsWith('bytes */') ?? false,
      );
      // The first request is given up after four minutes, each look after another one.
      await page.clock.fastForward(241_000);
      await asked;
      await said.waitFor();
      await page.getByText('Being stored…').waitFor();
      assert.equal(await page.getByText('Currently offline').count(), 0);
      assert.ok(await page.getByRole('button', { name: 'Pause' }).isDisabled());
      held.resolve();
      await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    } finally {
      held.resolve();
      storage.join = joined;
    }
  });

  it('says of a recording that came whole to a full library that it waits for a place, and shows it when there is one', async () => {
    for (const title of ['First talk', 'Second talk']) await uploadFile(member, sample('short.mp4'), { title });
    const { url, id } = await member.call(uploadRoutes.create, { name: 'Third talk.mp4' });
    const bytes = await readFile(sample('short.mp4'));
    const last = beginChunk(url, `bytes 0-${bytes.length - 1}/${bytes.length}`, bytes.length, bytes.subarray(0, -9));
    const { kysely: db } = server.world.database;
    const written = async () =>
      (await db.selectFrom('uploads').select('writer').where('id', '=', id).executeTakeFirst())?.writer ?? undefined;
    await eventually(written, 'that it is being written');
    const ends = (membership_end: Date) =>
      db.updateTable('users').set({ membership_end }).where('id', '=', member.session.id).execute();
    await ends(new Date(Date.now() - 1000));
    assert.equal(await last.end(bytes.subarray(-9)), 402);
    await has('executive');
    await ends(new Date(Date.now() + day));
    await page.reload();
    const unfinished = page.getByRole('region', { name: 'Unfinished uploads' });
    await unfinished
      .getByText(
        'This recording has arrived and is waiting for a place in your library: delete a video or choose a larger plan.',
      )
      .waitFor();
    assert.equal(await unfinished.getByText(/can be continued|Choose the same file/).count(), 0);
    assert.equal(await unfinished.getByRole('progressbar').count(), 0);
    await assertAccessible(page, 'a recording that waits for a place');
    await member.call(videoRoutes.delete, { id: await idOf('First talk') });
    await server.world.jobs.settleLost();
    await server.world.jobs.idle();
    // The page looks by itself.
    await unfinished.waitFor({ state: 'detached' });
    await page.getByText('At the plan maximum. Delete a video to process another.').waitFor();
    assert.equal((await titles()).length, 2);
  });

  it('asks for several caption files together with their recordings, and keeps none of them', async () => {
    await choose('First talk.en.vtt', 'Second talk.vtt');
    await page.getByText('Please choose several caption files together with their recordings.').waitFor();
    await page.getByRole('button', { name: 'Add a caption file first' }).waitFor();
  });
});
