// full: quoted texts of the specification
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { accountRoutes } from '@lectern/contract/accounts/accounts';
import { adminRoutes } from '@lectern/contract/operations/admin';
import { problems } from '@lectern/contract/problem';
import { videoRoutes } from '@lectern/contract/videos/videos';
import { day } from '@lectern/contract/rules/durations';
import { findFfmpeg } from '@lectern/server/ports/media/local/ffmpeg/find-ffmpeg';
import { uploadFile, waitUntilProcessed } from '@lectern/server/test/upload';
import type { Page } from 'playwright-core';
import { expect, waitForTexts } from '../expect.ts';
import { enter, type Stage, changeMember } from '../stage.ts';
import { answers } from '../held-answers.ts';
import { eventually } from '@lectern/server/test/member';
import { openOnStage } from '../journey.ts';

/** A payment whose day nobody can read. */
const dateless = {
  id: crypto.randomUUID(),
  price: 500,
  paymentType: 'tokens',
  productId: 'tokens_1000000',
  paymentStatus: 'succeeded',
  log: '',
  createdAt: 'soon',
};

/** Covers findings from reading the product against its specification, row by row. */
describe('rows of the specification', () => {
  const { stage, context } = openOnStage();
  let folder: string;
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'lectern-rows-'))));
  after(() => rm(folder, { recursive: true, force: true }));

  type Who = keyof Stage['people'] | 'administrator';
  const open = async (path: string, who?: Who, prepare?: (page: Page) => Promise<unknown>): Promise<Page> => {
    const page = await context.newPage();
    await enter(page, stage.origin, {
      ...(who === 'administrator' ? { admin: stage.administrator } : {}),
      session: who && who !== 'administrator' ? stage.people[who].session : undefined,
    });
    await prepare?.(page);
    await page.goto(`${stage.origin}${path}`);
    return page;
  };
  const make = async (name: string, what: string): Promise<string> => {
    const { program } = await findFfmpeg(undefined);
    const file = join(folder, name);
    await promisify(execFile)(program!, ['-v', 'error', '-y', ...what.split(' '), file]);
    return file;
  };
  const setMember = (who: keyof Stage['people'], changes: object) =>
    changeMember(stage.server, stage.people[who], changes);

  it('sends the whole record of a user, with days as yyyy-MM-dd', async () => {
    await using page = await open('/admin/users', 'administrator');
    await page.getByRole('button', { name: 'Edit nora@example.org' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit User Information' });
    const end = dialog.getByLabel('Membership end');
    await expect(end).toHaveValue(/^\d{4}-\d\d-\d\d$/);
    await end.fill('31.12.2030');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitForTexts(dialog, 'Please enter the end of the membership as yyyy-MM-dd');
    await end.fill('2030-12-31');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && /employee/.test(request.url()));
    await dialog.getByRole('button', { name: 'Save' }).click();
    const body = (await sent).postDataJSON() as Record<string, unknown>;
    assert.equal(body.email, 'nora@example.org');
    assert.equal(body.token_balance, 50_000);
    assert.equal(body.membership_end, '2030-12-31');
    await dialog.waitFor({ state: 'detached' });
    const { data } = await stage.server.as(stage.administrator.token)(adminRoutes.user, {
      id: stage.people.newcomer.session.id,
    });
    assert.equal(data.email, 'nora@example.org', 'an address belongs to its owner');
  });

  it('says that a membership has expired, and offers the plans in the place of an upload', async () => {
    await using page = await open('/asset/upload', 'expired');
    await waitForTexts(page, /Your Executive plan expired on/, problems.membership_expired.text);
    await expect(page.getByText('Drop a video file here to upload')).toHaveCount(0);
  });

  it('tells when a cancelled plan expires, and that others renew', async () => {
    for (const [subscription_status, words] of [
      ['canceled', /Your Executive plan expires on/],
      ['active', /Your Executive plan renews on/],
    ] as const) {
      await setMember('newcomer', { subscription_status, membership_end: new Date(Date.now() + 5 * day) });
      await using page = await open('/asset/upload', 'newcomer');
      await waitForTexts(page, words);
    }
  });

  it('shows no dashboard for a plan it does not know, and no nonsense for a date', async () => {
    const answering = (changes: object) => (page: Page) =>
      page.route('**/api/basic/dashboard', async (route) => {
        const answer = await route.fetch();
        const { data } = (await answer.json()) as { data: object };
        return route.fulfill({ response: answer, json: { data: { ...data, ...changes } } });
      });
    await using unknown = await open('/asset/upload', 'newcomer', answering({ plan: 'enterprise' }));
    await waitForTexts(unknown, 'There is no data.');
    await using dateless = await open('/asset/upload', 'newcomer', answering({ membership_end: 'soon' }));
    await waitForTexts(dateless, /renews on Invalid time value/);
  });

  it('shows no broken date on the plan and account pages, when the membership end is invalid', async () => {
    const member = stage.people.newcomer;
    const { data: profile } = await member.call(accountRoutes.profile, { userId: member.session.id });
    for (const [subscription_status, label] of [
      ['active', 'Renews on this date'],
      ['inactive', 'Expires on this date'],
    ] as const) {
      const broken = { plan: 'executive', subscription_status, membership_end: 'soon', membership_expired: false };
      await using page = await open('/asset/plan', 'newcomer', async (page) => {
        await answers(page, '/auth/check', { status: 200, body: { ...profile, ...broken } });
        await answers(page, '/basic/payments', { status: 200, body: { data: [dateless] } });
      });
      await waitForTexts(page.getByRole('region', { name: 'Current Plan' }), label, 'Invalid time value');
      await waitForTexts(page.getByRole('row', { name: /Tokens/ }), 'Invalid time value');
      await expect(page.locator('body')).not.toHaveText(/Invalid Date|NaN/, { useInnerText: true });
    }
    await using account = await open('/asset/account', 'newcomer', (page) =>
      page.route('**/api/account', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replaceAll(/"\d{4}-\d\d-\d\dT[^"]*"/g, '"soon"');
        return route.fulfill({ response: answer, body });
      }),
    );
    await waitForTexts(account, /Last used Invalid time value/);
    await expect(account.locator('body')).not.toHaveText(/Invalid Date/, { useInnerText: true });
  });

  it('refuses what is too long before a byte is sent', async () => {
    const file = await make('made.mp4', '-f lavfi -i anullsrc=r=8000:cl=mono -t 10900 -b:a 8k');
    await using page = await open('/asset/upload', 'newcomer');
    await page.getByLabel('Recording', { exact: true }).setInputFiles(file);
    await waitForTexts(page, problems.media_too_long.text);
    await page.getByText('Drop a video file here to upload').waitFor();
  });

  it('lets a person write what a recording without words has not got', async () => {
    const file = await make('made.mp4', '-f lavfi -i sine=frequency=440 -t 12 -b:a 32k');
    const captions = join(folder, 'mm.vtt');
    await writeFile(captions, 'WEBVTT\n\n00:00:02.000 --> 00:00:03.000\nmm\n');
    const member = stage.people.newcomer;
    const id = await uploadFile(member, file, { captions, title: 'A tone' });
    await waitUntilProcessed(member, id);
    await using page = await open(`/asset/${id}`, 'newcomer');
    await waitForTexts(page, 'hardly anything is said here');
    await expect(page.getByText('Processing not completed')).toHaveCount(0);
    await page.getByRole('button', { name: 'Edit description' }).first().click();
    await page.getByRole('textbox', { name: 'Edit description' }).fill('A tone of 440 Hz.');
    await page.keyboard.press('Control+Enter');
    await waitForTexts(page, 'Saved the description.');
    await page.goto(`${stage.origin}/asset/view`);
    await waitForTexts(page.getByRole('article'), 'A tone of 440 Hz.');
    await expect(page.getByRole('button', { name: 'Generate summary' }), 'there are no words for one').toHaveCount(0);
    await page.goto(`${stage.origin}/asset/${id}`);
    await waitForTexts(page, 'No summary: hardly anything is said here. You can write one.');
    await expect(page.getByRole('button', { name: 'ReChapter' }), 'it would change nothing').toHaveCount(0);
    await member.call(videoRoutes.delete, { id });
  });

  it('puts a video into the library search again from its page', async () => {
    await using page = await open(`/asset/${stage.webinar}`, 'member');
    await page.getByRole('button', { name: 'Video actions' }).click();
    await page.getByRole('menuitem', { name: 'Add to the library search again' }).click();
    await waitForTexts(page, 'Omnisearch upload successfully.');
  });

  it('says that an emptied title stays as it was', async () => {
    await using page = await open(`/asset/${stage.webinar}`, 'member');
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    await page.getByRole('button', { name: 'Edit title', exact: true }).click();
    await page.getByRole('textbox', { name: 'Edit title' }).fill('');
    await page.getByRole('heading', { level: 2 }).first().click();
    await waitForTexts(page, 'The title stays as it was: it needs at least one character.');
    await waitForTexts(page.getByRole('heading', { level: 1 }), title!);
  });

  it('sends people with half a link on to a whole one', async () => {
    for (const path of ['/reset-password', '/reset-password?token=x']) {
      await using page = await open(path);
      await page.getByRole('heading', { name: 'This link is not complete' }).waitFor();
      await expect(page.getByLabel('New password')).toHaveCount(0);
      await page.getByRole('link', { name: 'Request a new link' }).click();
      await page.waitForURL('**/forgot-password');
    }
  });

  it('refuses what no browser can look into once it is there, and counts it as no video', async () => {
    const file = await make('made.flv', '-f lavfi -i anullsrc=r=11025:cl=mono -t 10900 -b:a 8k');
    await using page = await open('/asset/upload', 'newcomer');
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
  });

  it('keeps the words of the program for those who ask for them when a page breaks', async () => {
    const half = { id: crypto.randomUUID(), title: 'Half an answer', created_at: 1, duration: 1 };
    await using page = await open('/asset/view', 'member', (page) =>
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
  });

  it('reports a failed payment in the words the person read, not in those of the program', async () => {
    await using page = await open('/asset/upload', 'newcomer');
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
  });
});
