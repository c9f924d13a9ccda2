import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { videoRoutes } from '@lectern/contract/videos';
import { eventually } from '@lectern/server/test/member';
import { assetOf } from '@lectern/server/test/upload';
import { changes, holdAnswers } from '../held-answers.ts';
import { reads } from '../reads.ts';
import { enter } from '../stage.ts';
import { watching } from '../watching.ts';

describe('somebody who goes on while the server still answers', () => {
  const at = watching();

  const webinar = () => assetOf(at.stage.people.member, at.stage.webinar);
  const button = (name: string | RegExp) => at.page.getByRole('button', { name, exact: true });
  /** Opens a page of the member, in a browser without a past. */
  const open = async (path: string): Promise<void> => {
    await enter(at.page, at.stage.origin, { session: at.stage.people.member.session });
    await at.page.goto(`${at.stage.origin}${path}`);
  };

  it('gets one chapter more of those that an undo has brought back, and no refusal for a press too many', async () => {
    const before = (await webinar()).chapters.length;
    await at.open();
    const count = at.page.getByRole('group', { name: 'Number of chapters' });
    const first = await holdAnswers(at.page, changes);
    for (let n = 0; n <= before; n += 1) await button(/^Fewer chapters/).click();
    first.release();
    await reads(count, '1 chapter');
    await eventually(async () => (await webinar()).chapters.length === 1 || undefined, 'one chapter');

    const held = await holdAnswers(at.page, changes);
    await button('Undo').click();
    await button(/^More chapters/).click();
    held.release();
    await reads(at.page, 'The chapters from before are back.');
    await eventually(async () => (await webinar()).chapters.length !== 1 || undefined, 'chapters from before');
    assert.equal(await at.page.getByText('changed elsewhere').count(), 0);
  });

  it('takes back two titles of a card by two presses that follow at once', async () => {
    const titles = ['As it was', 'The second', 'The third'];
    await at.stage.people.member.call(videoRoutes.save, { passthrough: at.stage.webinar, title: titles[0]! });
    await open('/asset/view');
    for (const title of titles.slice(1)) {
      await button('Edit title').click();
      await at.page.getByRole('textbox', { name: 'Edit title' }).fill(title);
      await at.page.keyboard.press('Enter');
      await eventually(async () => (await webinar()).title === title || undefined, 'the title to be saved');
      await at.page.getByRole('heading', { name: title }).waitFor();
    }
    const held = await holdAnswers(at.page, changes);
    await at.page.keyboard.press('Control+z');
    await at.page.keyboard.press('Control+z');
    await held.begun();
    held.release();
    await at.page.getByRole('heading', { name: titles[0]! }).waitFor();
    assert.equal((await webinar()).title, titles[0]);
    assert.equal(await at.page.getByText('changed elsewhere').count(), 0);
  });
});
