/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fetchAsset } from '@lectern/server/test/upload';
import { shareOwnerRoutes } from '@lectern/contract/publishing/shares';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { eventually } from '@lectern/server/test/member';
import { itInFullRun } from '@lectern/server/test/rare';
import { assertAccessible } from '../axe.ts';
import { expect } from '../expect.ts';
import { canPlay, seek, waitForPlayerTime, getPlayerSeconds, watching } from '../watching.ts';
import { visitor } from '../journey.ts';

/** From the recording to a link, and what somebody without an account sees behind it. */
describe('sharing a recording by a link', () => {
  const { stage, page: own, open } = watching();
  const { page, context } = visitor();
  let video: VideoDetail;
  before(async () => void (video = await fetchAsset(stage.people.member, stage.webinar)));

  const dialog = () => own.getByRole('dialog', { name: 'Share' });
  const create = async (): Promise<string> => {
    await clearClipboard();
    await dialog().getByRole('button', { name: 'Create link' }).click();
    return copiedLink();
  };
  const clearClipboard = () => own.evaluate(() => navigator.clipboard.writeText(''));
  const copiedLink = () =>
    eventually(async () => {
      const link = await own.evaluate(() => navigator.clipboard.readText());
      return link === '' ? undefined : link;
    }, 'the link to be copied');
  const closed = (text: RegExp): Promise<void> => page.getByText(text).waitFor();

  const share = () => own.getByRole('button', { name: 'Share', exact: true });
  const shares = async () =>
    (await stage.people.member.call(shareOwnerRoutes.shares, { passthrough: stage.webinar })).data;

  it('makes the first link by one press, gives that one again, and takes it back', async () => {
    await open();
    await clearClipboard();
    await share().press('Enter');
    const made = dialog().getByRole('region', { name: 'Link created and copied.' });
    await made.waitFor();
    const link = await copiedLink();
    await expect(dialog().getByLabel('Password (optional)')).toHaveCount(0);
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: video.title }).waitFor();
    await own.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });

    await clearClipboard();
    await share().press('Enter');
    await dialog().getByRole('region', { name: 'Link copied.' }).waitFor();
    assert.equal(await copiedLink(), link);
    await dialog()
      .getByRole('listitem')
      .filter({ hasText: link })
      .getByRole('button', { name: /^Revoke/ })
      .click();
    await dialog().getByText('No link to this recording works any more.').waitFor();
    await page.goto(link);
    await closed(/revoked/);
    await own.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('makes no other link by itself, when one was revoked, until it is asked for', async () => {
    await open();
    await clearClipboard();
    await share().press('Enter');
    await dialog().getByText('No link to the whole recording is open to everybody.').waitFor();
    await assertAccessible(own, 'sharing after a link was revoked');
    assert.deepEqual(
      (await shares()).map(({ state }) => state),
      ['revoked'],
    );
    const link = await create();
    const made = dialog().getByRole('region', { name: 'Link created and copied.' });
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: video.title }).waitFor();
    await made.getByRole('button', { name: 'Undo' }).click();
    await made.waitFor({ state: 'detached' });
    await dialog().getByText('No link to the whole recording is open to everybody.').waitFor();
    await page.goto(link);
    await closed(/revoked/);
  });

  it('makes a link to a chapter, which plays that chapter and leaves nothing behind', async () => {
    const chapter = video.chapters[1]!;
    await open();
    await own.getByRole('button', { name: 'Actions for chapter 2' }).click();
    await own.getByRole('menuitem', { name: 'Share chapter' }).click();
    await dialog().getByText('No link to this recording works any more.').waitFor();
    const link = await create();
    assert.match(link, /\/s\/[\w-]{24}$/);

    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: chapter.title }).waitFor();
    await page.getByText(`From “${video.title}”`).waitFor();
    await canPlay(page);
    const length = await page.evaluate(() => document.querySelector('video')!.duration);
    assert.ok(length < video.duration / 2 && length >= chapter.end_seconds - chapter.start_seconds - 0.1, `${length}`);
    // The first picture is the chapter's, at the beginning of its own time line.
    assert.ok((await getPlayerSeconds(page)) < 12);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('video')!.currentTime > 0.5);
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.locator('[data-current-line]').waitFor();
    const kept = await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length]);
    assert.deepEqual(kept, ['', 0, 0]);
    assert.deepEqual(await context.cookies(), []);
  });

  itInFullRun('stops at the end of what is shared', async () => {
    const end = await page.evaluate(() => {
      const { shared } = JSON.parse(document.getElementById('page')!.textContent) as {
        shared: { part: { end: number } };
      };
      return shared.part.end;
    });
    await seek(page, end - 1);
    await page.waitForFunction((at) => {
      const element = document.querySelector('video')!;
      return (element.paused || element.ended) && element.currentTime >= at - 0.1;
    }, end);
    assert.ok(Math.abs((await getPlayerSeconds(page)) - end) < 1);
  });

  it('asks for the password, and says what is wrong', async () => {
    await dialog().getByLabel('What it shows').selectOption('Whole recording');
    await dialog().getByLabel('Password (optional)').fill('careful products');
    await dialog().getByLabel('It ends').selectOption('In a week');
    const link = await create();
    await dialog()
      .getByText(/until .+ · password/)
      .waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${link}?t=30`);
    await page.getByRole('heading', { name: 'This recording needs a password' }).waitFor();
    const password = page.getByLabel('Password');
    await password.fill('something else');
    await password.press('Enter');
    await page.getByRole('alert').getByText('Wrong password. Please try again.').waitFor();
    await password.fill('careful products');
    await password.press('Enter');
    await page.getByRole('heading', { level: 1, name: video.title }).waitFor();
    await canPlay(page);
    await waitForPlayerTime(page, 30);
    assert.ok((await page.title()).startsWith(video.title));
  });

  it('counts the view, and ends when it is revoked', async () => {
    const link = page.url().replace(/\?.*/, '');
    await own.reload();
    await canPlay(own);
    await share().click();
    await dialog().getByText('No link to the whole recording is open to everybody.').waitFor();
    const entry = dialog().getByRole('listitem').filter({ hasText: 'Chapter “' });
    await entry.getByText(/1 view\b/).waitFor();
    await dialog()
      .getByRole('listitem')
      .filter({ hasText: / · password/ })
      .getByRole('button', { name: /^Revoke the link to: Whole/ })
      .click();
    await dialog().getByText('Links that no longer work (3)').waitFor();
    // The messages over the dialog are its last stop.
    const end = dialog().getByRole('button', { name: 'Close' });
    const messages = own.getByLabel('Notifications');
    const [undo, dismiss] = ['Undo', 'Dismiss'].map((name) => messages.getByRole('button', { name }).last());
    await expect(messages.getByRole('listitem')).toHaveCount(1);
    await end.press('Tab');
    await expect(undo!).toBeFocused();
    await own.keyboard.press('Tab');
    await expect(dismiss!).toBeFocused();
    await own.keyboard.press('Tab');
    assert.equal(await dialog().evaluate((it) => it.contains(document.activeElement)), true);
    await own.keyboard.press('Shift+Tab');
    await expect(end).toBeFocused();
    await own.keyboard.press('Tab');
    await expect(undo!).toBeFocused();
    await page.goto(link);
    await closed(/revoked/);
    await undo!.press('Enter');
    await expect(end, 'where it was before the message').toBeFocused();
    await dialog().getByText('Links that no longer work (2)').waitFor();
    assert.equal((await shares()).length, 4, 'a link to a chapter and one with a password bring none to everything');
    await page.goto(link);
    await page.getByRole('heading', { name: 'This recording needs a password' }).waitFor();
    await page.goto(`${stage.origin}/s/nothing-of-this-name`);
    await closed(/does not work/);
  });

  it('shows the link to be copied by hand, when the browser refuses the clipboard', async () => {
    await open();
    await own.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'));
    });
    await share().click();
    await dialog().getByRole('button', { name: 'Create link' }).click();
    const made = dialog().getByRole('region', { name: 'Link created.' });
    await made.getByText('The browser did not allow copying.').waitFor();
    await made.getByText(/\/s\/[\w-]{24}$/).waitFor();
    await made.getByRole('button', { name: 'Undo' }).click();
  });
});
