// full: what seldom befalls several uploads; upload-queue.test.ts holds the usual
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { day } from '@lectern/contract/rules/durations';
import { problems } from '@lectern/contract/problem';
import { uploadRoutes } from '@lectern/contract/uploads/uploads';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { eventually } from '@lectern/server/test/member';
import { getSamplePath } from '@lectern/server/test/sample';
import { beginChunk, uploadFile } from '@lectern/server/test/upload';
import { assertAccessible } from '../axe.ts';
import { dropFiles } from '../drop-files.ts';
import { expect } from '../expect.ts';
import { queueing, slow } from '../queueing.ts';

describe('several recordings on the upload page, when something seldom happens', () => {
  const queue = queueing();
  const { at, has, choose, row, titles, idOf } = queue;

  it('pauses and cancels the one that is sent, leaves out what is removed before, and takes more meanwhile', async () => {
    const { member, page, line } = queue;
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
    const { page, line } = queue;
    await line.setSpeed(slow);
    await choose('First talk.mp4', 'Second talk.mp4');
    const cancel = row('First talk.mp4').getByRole('button', { name: 'Cancel upload of First talk.mp4' });
    await cancel.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Cancel this upload?' });
    await question.waitFor();
    await line.setSpeed('fast');
    // By its label: what stands around a question has no role.
    await page.locator('a[aria-label^="Open First talk"]').waitFor();
    await question.getByRole('button', { name: 'Cancel upload' }).press('Enter');
    await page.getByText('“First talk.mp4” had arrived before. You find it in your library.').waitFor();
    await page.locator('h2:focus').waitFor();
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
    assert.deepEqual(await titles(), ['First talk', 'Second talk']);
  });

  it('hands the focus on, when the recording it is on has arrived', async () => {
    const { page, line } = queue;
    await line.setSpeed(slow);
    await choose('First talk.mp4', 'Long talk.mp4');
    await row('First talk.mp4').getByRole('button', { name: 'Cancel upload of First talk.mp4' }).focus();
    await line.setSpeed('fast');
    await page.locator('h2:focus').waitFor();
    await page.getByRole('heading', { name: 'Upload complete!' }).waitFor();
  });

  it('leads on from its list, when the plan is full with it', async () => {
    const { page } = queue;
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
    const { server, page } = queue;
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
    const { server, member, page } = queue;
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
