// full: quoted texts of the specification
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { problems } from '@lectern/contract/problem';
import { findFfmpeg } from '@lectern/server/ports/media/local/ffmpeg/find-ffmpeg';
import { eventually } from '@lectern/server/test/member';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { answers } from '../edge.ts';
import { expect } from '../expect.ts';
import { waitForTexts } from '../reads.ts';
import { enter, openStage, type Stage } from '../stage.ts';

/** Covers findings beyond the specification rows, from reading the product against the specification. */
describe('notes beside the rows of the specification', () => {
  let stage: Stage;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let folder: string;
  before(async () => {
    stage = await openStage();
    browser = await openBrowser();
    folder = await mkdtemp(join(tmpdir(), 'lectern-notes-'));
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const open = async (path: string, who: keyof Stage['people'], prepare?: (page: Page) => Promise<unknown>) => {
    const page = await browser.context.newPage();
    await enter(page, stage.origin, { session: stage.people[who].session });
    await prepare?.(page);
    await page.goto(`${stage.origin}${path}`);
    return page;
  };

  it('refuses what no browser can look into once it is there, and counts it as no video', async () => {
    const { program } = await findFfmpeg(undefined);
    const file = join(folder, 'made.flv');
    const words = '-v error -f lavfi -i anullsrc=r=11025:cl=mono -t 10900 -b:a 8k'.split(' ');
    await promisify(execFile)(program!, [...words, file]);
    const page = await open('/asset/upload', 'newcomer');
    const count = page.getByRole('region', { name: 'Videos' }).locator('p').first();
    await waitForTexts(count, '0/2');
    const counts = await count.evaluateHandle((shown) => {
      const seen: (string | null)[] = [];
      const observer = new MutationObserver(() => seen.push(shown.textContent));
      observer.observe(shown, { characterData: true, childList: true, subtree: true });
      return seen;
    });
    const asked: string[] = [];
    page.on('response', (answer) => answer.url().endsWith('/api/basic/dashboard') && asked.push(answer.url()));
    await page.getByLabel('Recording', { exact: true }).setInputFiles(file);
    await page.getByRole('heading', { name: 'made.flv could not be used' }).waitFor();
    await waitForTexts(page, problems.media_too_long.text);
    await expect(page.getByText('Upload complete!')).toHaveCount(0);
    await eventually(async () => asked.length > 0 || undefined, 'the count after the refusal');
    await expect(count).toHaveText('0/2', { useInnerText: true });
    assert.deepEqual(await counts.jsonValue(), []);
    await page.close();
  });

  it('keeps the words of the program for those who ask for them when a page breaks', async () => {
    const half = { id: crypto.randomUUID(), title: 'Half an answer', created_at: 1, duration: 1 };
    const page = await open('/asset/view', 'member', (page) =>
      answers(page, '/muxvideos', { status: 200, body: { data: [half] } }),
    );
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await waitForTexts(page, 'Something broke on this page. What you had saved is safe.');
    const raw = page.getByText(/Cannot read properties of undefined/);
    await expect(raw).not.toBeVisible();
    await page.getByText('What the program reported').click();
    await raw.waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Load the page again' }).click();
    await page.getByRole('article').first().waitFor();
    await page.close();
  });

  it('reports a failed payment in the words the person read, not in those of the program', async () => {
    const page = await open('/asset/upload', 'newcomer');
    await page.getByRole('region', { name: 'Purchase Additional Tokens' }).getByRole('button').first().click();
    await page.getByRole('button', { name: 'Declined' }).click();
    for (const [answer, words] of [
      [undefined, 'Your card was declined.'],
      ['lost', 'An error occurred. Please try again.'],
    ] as const) {
      if (answer) await answers(page, '/sandbox/payments/confirm', answer);
      const report = page.waitForRequest('**/intent-payment-update');
      await page.getByRole('button', { name: /^Pay/ }).click();
      await waitForTexts(page.getByRole('dialog'), words);
      const { paymentStatus, reason } = (await report).postDataJSON() as Record<string, string>;
      assert.deepEqual([paymentStatus, reason], ['failed', words]);
    }
    await page.close();
  });

  it('says in plain words that the built-in engine only quotes', async () => {
    const page = await open(`/asset/${stage.webinar}`, 'member');
    await page.getByRole('button', { name: 'Ask', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'AI search' });
    await dialog.getByLabel('Your question').fill('What about silence?');
    await dialog.getByRole('button', { name: 'Ask' }).click();
    await waitForTexts(dialog, /The built-in engine quotes passages of .*; it does not write its own answers\./);
    await expect(dialog).not.toHaveText(/extractive/i, { useInnerText: true });
    await page.close();
  });
});
