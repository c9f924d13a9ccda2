// full: several recordings of one drop; upload-page.test.ts sends one, pair-captions.test.ts pairs captions
import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import type { Plan } from '@lectern/contract/accounts/accounts';
import { problems } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually, signUp, type TestMember } from '@lectern/server/test/member';
import type { Page } from 'playwright-core';
import { fetchAsset, waitUntilProcessed, beginChunk, uploadFile } from '@lectern/server/test/upload';
import { assertAccessible } from '../axe.ts';
import { dropFiles } from '../drop-files.ts';
import { expect } from '../expect.ts';
import { openOnServer } from '../journey.ts';
import { type NetworkControl, controlNetwork } from '../slow-network.ts';
import { changeMember, enter } from '../stage.ts';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { day } from '@lectern/contract/rules/durations';
import { getSamplePath } from '@lectern/server/test/sample';

/** A recording of 2.4 MB takes a minute, so that what comes after it waits. Bytes a second. */
const slow = 40_000;

describe('several recordings on the upload page', () => {
  const { server, context } = openOnServer();
  let folder: string;
  let member: TestMember;
  let page: Page;
  let line: NetworkControl;
  /** The paths of the files by their names. */
  const at = (...names: string[]): string[] => names.map((name) => join(folder, name));
  const has = (plan: Plan) => changeMember(server, member, { plan });
  const videos = async () => (await member.call(videoRoutes.list, { userId: member.session.id })).data;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-upload-queue-'));
    for (const name of ['First talk.mp4', 'Second talk.mp4', 'Third talk.mp4'])
      await copyFile(getSamplePath('short.mp4'), join(folder, name));
    for (const name of ['Second talk.vtt', 'First talk.en.vtt', 'Elsewhere.vtt'])
      await copyFile(getSamplePath('short.vtt'), join(folder, name));
    await copyFile(getSamplePath('webinar.mp4'), join(folder, 'Long talk.mp4'));
    await writeFile(join(folder, 'Broken talk.mp4'), 'Only a text.\n'.repeat(500));
    await writeFile(join(folder, 'Minutes.pdf'), 'A document.\n');
    await copyFile(getSamplePath('short.mp4'), join(folder, 'Renamed talk.docx'));
    await writeFile(join(folder, 'Cut talk.mp4'), (await readFile(getSamplePath('short.mp4'))).subarray(0, 30_000));
  });
  after(() => rm(folder, { recursive: true, force: true }));
  beforeEach(async () => {
    member = await signUp(server.origin, server.letters);
    page = await context.newPage();
    await enter(page, server.origin, member);
    await has('professional');
    await page.goto(`${server.origin}/asset/upload`);
    await page.getByText('Drop a video file here to upload').waitFor();
    line = await controlNetwork(page);
  });
  afterEach(() => page.close({ runBeforeUnload: false }));

  const choose = (...names: string[]) => page.getByLabel('Recording', { exact: true }).setInputFiles(at(...names));
  /** The entry of a recording in the list of those that are sent. */
  const row = (name: string) =>
    page
      .getByRole('list', { name: /^Uploading | uploaded$|^Upload complete!$/ })
      .getByRole('listitem')
      .filter({ hasText: name });
  const card = () => page.getByRole('region', { name: /recording|Upload complete!|Nothing was uploaded/ });
  const titles = async () => (await videos()).map(({ title }) => title).toSorted();
  const idOf = async (title: string) => (await videos()).find((each) => each.title === title)!.id;

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
    await expect(card().getByRole('heading', { level: 3 })).toHaveText(names, { useInnerText: true });
    await row('Second talk.mp4').getByText('With Second talk.vtt').waitFor();
    await row('Third talk.mp4').getByText('Waiting').waitFor();
    await expect(row('Third talk.mp4').getByText('.vtt')).toHaveCount(0);
    await row('First talk.mp4')
      .getByText(/ of \d+(\.\d)? [kM]B · \d+%$/)
      .waitFor();
    await card().getByRole('progressbar', { name: 'All recordings' }).waitFor();
    await expect(
      page.getByRole('main').getByRole('progressbar', { name: /pload|recordings/ }),
      'one progress',
    ).toHaveCount(1);
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
      assert.equal((await waitUntilProcessed(member, await idOf(title))).vtt !== '', spoken, title);
    await row('First talk')
      .getByText(/The (chapters are|video is) ready\./)
      .waitFor();
    await row('Third talk').getByText(problems.no_transcript.text).waitFor();
    await assertAccessible(page, 'several recordings that are uploaded');
    const finished = row('Second talk');
    await finished.getByRole('heading', { name: 'Second talk', exact: true }).waitFor();
    await finished.locator('img[src]').waitFor();
    await finished.getByRole('button', { name: 'Share Second talk' }).click();
    await page.getByRole('dialog', { name: 'Share' }).waitFor();
    await assertAccessible(page, 'sharing a recording from the upload page');
    await page.keyboard.press('Escape');
    await finished.getByRole('link', { name: 'Open Second talk' }).click();
    await page.waitForURL(`**/asset/${await idOf('Second talk')}`);
    await page.goBack();
    await page.getByRole('button', { name: 'Upload another video' }).click();
    await page.getByText('Drop a video file here to upload').waitFor();
    await expect(page.getByText('.vtt'), 'no caption file waits for another recording').toHaveCount(0);
  });

  it('asks for which recording captions are that belong to none by their name, by the keyboard too', async () => {
    const unpaired = page.getByRole('region', { name: 'Captions without a recording' });
    await line.setSpeed(slow);
    await choose('Long talk.mp4', 'First talk.mp4', 'Third talk.mp4', 'Elsewhere.vtt');
    await unpaired.getByText('Its name does not say which recording it belongs to.').waitFor();
    await assertAccessible(page, 'captions without a recording');
    const which = unpaired.getByLabel('Recording for Elsewhere.vtt');
    await expect(which, 'nothing is chosen where no name is like it').toHaveValue('');
    await expect(which.locator('option')).toHaveText(
      ['Choose a recording', 'Long talk.mp4', 'First talk.mp4', 'Third talk.mp4'],
      { useInnerText: true },
    );
    await which.focus();
    await page.keyboard.type('Third');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await row('Third talk.mp4').getByText('With Elsewhere.vtt').waitFor();
    await page.locator('main:focus').waitFor();
    await card().getByRole('status').filter({ hasText: 'Elsewhere.vtt goes with Third talk.mp4.' }).waitFor();
    await expect(unpaired).toHaveCount(0);

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
      assert.equal((await waitUntilProcessed(member, await idOf(title))).vtt !== '', spoken, title);
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
    await row('Third talk').getByRole('link', { name: 'Open Third talk' }).waitFor();
    assert.deepEqual(await titles(), ['Second talk', 'Third talk']);
  });

  it('goes on after one that fails, which is taken off by the keyboard', async () => {
    await choose('Broken talk.mp4', 'Minutes.pdf', 'Second talk.mp4', 'Renamed talk.docx', 'Cut talk.mp4');
    // The last one is refused after it has come whole.
    await page.getByRole('heading', { name: '2 of 5 recordings are uploaded' }).waitFor();
    await card()
      .getByRole('status')
      .filter({ hasText: /^Cut talk\.mp4 was not uploaded\. .* 2 of 5 uploaded, \d refused or failed\.$/ })
      .waitFor();
    for (const name of ['Broken talk.mp4', 'Minutes.pdf', 'Cut talk.mp4']) {
      await row(name)
        .getByText(/No audio or video that can be read|damaged/)
        .waitFor();
      await expect(row(name).getByRole('button', { name: /^Try again/ })).toHaveCount(0);
      await row(name)
        .getByRole('button', { name: `Remove ${name}` })
        .focus();
      await page.keyboard.press('Enter');
      await row(name).waitFor({ state: 'detached' });
      await page.locator('h2:focus').waitFor();
    }
    assert.deepEqual(await titles(), ['Renamed talk', 'Second talk']);
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
  });

  it('warns before leaving, shows progress on other pages, and offers open uploads after a reload', async () => {
    await line.setSpeed(slow);
    await choose('Long talk.mp4', 'Second talk.mp4');
    await eventually(async () => (await member.call(uploadRoutes.open, {})).data[0], 'the upload on the server');
    await page.getByRole('link', { name: 'Video Library' }).click();
    const first = page.getByRole('article', { name: 'Long talk.mp4' });
    await first.getByText('Uploading').waitFor();
    await first.getByRole('progressbar', { name: 'Uploaded of Long talk.mp4' }).waitFor();
    await page.getByRole('article', { name: 'Second talk.mp4' }).getByText('Waiting').waitFor();
    await expect(page.getByText('Your first webinar belongs here')).toHaveCount(0);
    await assertAccessible(page, 'a library into which recordings are sent');
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
    await eventually(
      async () => (await fetchAsset(member, await idOf('Long talk'))).playable || undefined,
      'the video',
    );
  });

  it('asks for several caption files together with their recordings, and keeps none of them', async () => {
    await choose('First talk.en.vtt', 'Second talk.vtt');
    await page.getByText('Please choose several caption files together with their recordings.').waitFor();
    await page.getByRole('button', { name: 'Add a caption file first' }).waitFor();
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
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel upload' }).press('Enter');
    await row('Long talk.mp4').waitFor({ state: 'detached' });
    await page.locator('h2:focus', { hasText: 'Uploading 2 recordings' }).waitFor();
    await row('Second talk.mp4').getByRole('button', { name: 'Cancel upload of Second talk.mp4' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).focus();
    await line.setSpeed('fast');
    await page.locator('h2:focus', { hasText: 'Upload complete!' }).waitFor();
    assert.deepEqual(await titles(), ['Second talk', 'Third talk']);
    assert.deepEqual((await member.call(uploadRoutes.open, {})).data, []);
  });

  it('keeps a question that is open, and the focus, when what it asks about has arrived', async () => {
    await line.setSpeed(slow);
    await choose('First talk.mp4', 'Second talk.mp4');
    const cancel = row('First talk.mp4').getByRole('button', { name: 'Cancel upload of First talk.mp4' });
    await cancel.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Cancel this upload?' });
    await question.getByRole('button', { name: 'Keep uploading' }).waitFor();
    await line.setSpeed('fast');
    // By its label: what stands around a question has no role.
    await page.locator('a[aria-label^="Open First talk"]').waitFor();
    await question.getByRole('button', { name: 'Cancel upload' }).press('Enter');
    await page.getByText('“First talk.mp4” had arrived before. You find it in your library.').waitFor();
    await page.locator('h2:focus').waitFor();
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    assert.deepEqual(await titles(), ['First talk', 'Second talk']);
  });

  it('leads on from its list, when the plan is full with it', async () => {
    await has('executive');
    await page.reload();
    await page.getByText('Drop a video file here to upload').waitFor();
    await choose('First talk.mp4', 'Second talk.mp4');
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    await page.getByText(problems.plan_maximum.text).waitFor();
    await page.getByRole('link', { name: 'Go to your videos' }).waitFor();
    await page.getByRole('link', { name: 'See the plans' }).waitFor();
    await assertAccessible(page, 'a list that fills the plan');
    await page.getByRole('button', { name: 'Close the list' }).click();
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor({ state: 'detached' });
    await page.getByText(problems.plan_maximum.text).waitFor();
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
      await expect(page.getByText('Currently offline')).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Pause' })).toBeDisabled();
      held.resolve();
      await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    } finally {
      held.resolve();
      storage.join = joined;
    }
  });

  it('reports a waiting upload in a full library, and shows the video when there is room', async () => {
    for (const title of ['First talk', 'Second talk']) await uploadFile(member, getSamplePath('short.mp4'), { title });
    const { url, id } = await member.call(uploadRoutes.create, { name: 'Third talk.mp4' });
    const bytes = await readFile(getSamplePath('short.mp4'));
    const last = beginChunk(url, `bytes 0-${bytes.length - 1}/${bytes.length}`, bytes.length, bytes.subarray(0, -9));
    const { kysely: db } = server.world.database;
    const written = async () =>
      (await db.selectFrom('uploads').select('lease_id').where('id', '=', id).executeTakeFirst())?.lease_id ??
      undefined;
    await eventually(written, 'that it is being written');
    const ends = (membership_end: Date) =>
      db.updateTable('workspaces').set({ membership_end }).where('id', '=', member.session.id).execute();
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
    await expect(unfinished.getByText(/can be continued|Choose the same file/)).toHaveCount(0);
    await expect(unfinished.getByRole('progressbar')).toHaveCount(0);
    await assertAccessible(page, 'a recording that waits for a place');
    await member.call(videoRoutes.delete, { id: await idOf('First talk') });
    await server.world.jobs.recoverOrphans();
    await server.world.jobs.settle();
    // The page looks by itself.
    await unfinished.waitFor({ state: 'detached' });
    await page.getByText('At the plan maximum. Delete a video to process another.').waitFor();
    assert.equal((await titles()).length, 2);
  });
});
