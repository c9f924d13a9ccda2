/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { atRest } from '../at-rest.ts';
import { assertAccessible } from '../axe.ts';
import { expect, waitForTexts } from '../expect.ts';
import { openOnStage } from '../journey.ts';
import { enter } from '../stage.ts';

describe('questions to the library', () => {
  const { stage, page, visit } = openOnStage();
  before(() => enter(page, stage.origin, stage.people.member));

  const ask = async (question: string): Promise<void> => {
    await page.getByLabel('Ask your library').fill(question);
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
  };

  it('answers with quotes that play in their place, and again when one comes back', async () => {
    await visit('/asset/view');
    await ask('How many customers were interviewed before the launch?');
    const answer = page.getByRole('region', { name: 'How many customers were interviewed before the launch?' });
    await waitForTexts(answer, 'Passages that contain your words', 'we interviewed thirty customers in two weeks');
    await answer.getByRole('button', { name: /^Play from 00:00:2\d$/ }).click();
    await page.waitForFunction(() => {
      const video = document.querySelector('video');
      return video !== null && video.currentTime > 21 && video.readyState >= 2;
    });
    await assertAccessible(page, 'an answer out of the library');

    await answer.getByRole('link').first().click();
    await page.waitForURL(/\/asset\/[\w-]+\?t=2\d/);
    let calls = 0;
    page.on('request', (request) => (calls += Number(request.url().includes('/library/ask'))));
    await page.goBack();
    await waitForTexts(answer, 'we interviewed thirty customers in two weeks');
    assert.equal(calls, 0, 'nothing is asked, and paid, twice');
  });

  it('keeps the question and asks nothing by itself, when its address is opened', async () => {
    await visit('/asset/view?ask=What+about+the+banned+words');
    await expect(page.getByLabel('Ask your library')).toHaveValue('What about the banned words');
    await expect(page.getByRole('region', { name: 'What about the banned words' })).toHaveCount(0);
  });

  it('asks one recording beside its transcript, and quotes play it', async () => {
    await visit(`/asset/${stage.webinar}`);
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await page.getByRole('textbox', { name: 'Ask this recording' }).fill('How many customers were interviewed?');
    await page.keyboard.press('Enter');
    const answer = page.getByRole('region', { name: 'How many customers were interviewed?' });
    await waitForTexts(answer, 'Passages that contain your words', 'we interviewed thirty customers in two weeks');
    await assertAccessible(page, 'an answer out of a recording');
    await answer
      .getByRole('button', { name: /^Play from 00:00:2\d$/ })
      .first()
      .click();
    await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 21);
    assert.match(page.url(), new RegExp(`/asset/${stage.webinar}$`));
    await page.getByRole('tab', { name: 'Quotes' }).click();
    await page.getByRole('tab', { name: 'Transcript' }).click();
    await answer.waitFor();
    await page.getByRole('textbox', { name: 'Ask this recording' }).fill('How do penguins breed?');
    await page.keyboard.press('Enter');
    await page.getByText('This recording does not say anything about this.').waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    const field = page.getByRole('textbox', { name: 'Ask this recording' });
    await atRest(page);
    await field.press('Enter');
    const isInSight = () => {
      const box = document.querySelector('[aria-label="Ask this recording"]')!.getBoundingClientRect();
      return document.elementFromPoint(box.x + 40, box.y + 4)?.ariaLabel === 'Ask this recording';
    };
    await page.waitForFunction(isInSight);
    const line = await page.locator('[data-current-line]').textContent();
    await page.waitForFunction((before) => document.querySelector('[data-current-line]')!.textContent !== before, line);
    await atRest(page);
    assert.ok(await page.evaluate(isInSight), 'the line that plays does not take its place');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('keeps the question and answers by itself, when the connection was gone at the first one', async () => {
    const question = 'How many customers were interviewed?';
    for (const [address, field] of [
      ['/asset/view', 'Ask your library'],
      [`/asset/${stage.webinar}`, 'Ask this recording'],
    ] as const) {
      await visit(address);
      if (address !== '/asset/view') await page.getByRole('tab', { name: 'Transcript' }).click();
      await page.getByLabel(field).waitFor();
      await page.context().setOffline(true);
      await page.getByLabel(field).fill(question);
      await page.keyboard.press('Enter');
      await page.getByText('Not loaded yet, opens when you are back.').waitFor();
      await expect(page.getByLabel(field)).toHaveValue(question);
      await page.context().setOffline(false);
      await waitForTexts(page.getByRole('region', { name: question }), 'we interviewed thirty customers in two weeks');
    }
  });

  it('says that the library does not say it, and fits a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit('/asset/view');
    await ask('How do penguins in Antarctica breed?');
    await page.getByText('The library does not say anything about this.').waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    await page.getByRole('button', { name: 'Close the answer' }).click();
    await expect(page.getByLabel('Ask your library')).toHaveValue('');
  });
});
