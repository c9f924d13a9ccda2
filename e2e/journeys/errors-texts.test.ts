// full: the text of every error; refusals are held by the tests of the server, usual uploads by upload-page.test.ts
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { expect } from '../expect.ts';
import { fillFields, openMenuItem, search } from '../places.ts';
import { enter, type Stage } from '../stage.ts';
import { advanceClockUntil, stopClock } from '../stopped-clock.ts';
import { answers, type StubbedResponse } from '../held-answers.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openOnStage } from '../journey.ts';

type Who = keyof Stage['people'];
type Call = [path: string, answer: StubbedResponse];
type Act = (page: Page) => Promise<unknown>;

/** One text of the error catalogue: where who is, the failing call and its end, what the person does, and reads. */
type Case = [
  name: string,
  path: string,
  as: Who | undefined,
  call: Call | undefined,
  act: Act | undefined,
  reads: string,
];

const general = 'An error occurred. Please try again.';
const said = 'The server says why.';

const signIn = async (page: Page): Promise<void> => {
  await fillFields(page, { Email: 'grace@example.org', Password: 'a right password' });
  await page.getByRole('button', { name: 'Sign In' }).click();
};
const register = async (page: Page): Promise<void> => {
  await fillFields(page, { 'First name': 'G', 'Last name': 'H', Email: 'g@example.org', Password: 'a right password' });
  await page.getByRole('button', { name: 'Create account' }).click();
};
const askReset = async (page: Page): Promise<void> => {
  await fillFields(page, { Email: 'grace@example.org' });
  await page.getByRole('button', { name: 'Send reset link' }).click();
};
const reset = async (page: Page): Promise<void> => {
  await fillFields(page, { 'New password': 'a new password', 'Confirm password': 'a new password' });
  await page.getByRole('button', { name: 'Update password' }).click();
};
const sendFeedback = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Send Feedback' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Subject').fill('A subject');
  await dialog.getByRole('button', { name: 'Send Feedback' }).click();
};
const rechapter = async (page: Page): Promise<void> => {
  await openMenuItem(page, 'ReChapter');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate' }).click();
};
const find = (page: Page): Promise<void> => search(page, 'silence');
const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const changePrompt = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Panel settings' }).click();
  await page.getByRole('menuitem', { name: 'Prompt for quotes' }).click();
  await dialogButton(page, 'Edit').click();
  await fillFields(page.getByRole('dialog'), { Prompt: 'Numbers last.' });
  await dialogButton(page, 'Save').click();
};
const chooseQuotes = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Actions for chapter 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Custom prompt' }).click();
  await fillFields(page.getByRole('dialog'), { Prompt: 'Something else' });
  await dialogButton(page, 'Choose quotes').click();
};
const ask = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Ask', exact: true }).click();
  await fillFields(page.getByRole('dialog'), { 'Your question': 'Something else' });
  await dialogButton(page, 'Ask').click();
};
const upload =
  (text: string): Act =>
  (page) =>
    page
      .getByLabel('Recording', { exact: true })
      .setInputFiles({ name: 'talk.mp4', mimeType: 'video/mp4', buffer: Buffer.from(text) });

const dashboard = {
  membership_end: '2030-01-01T00:00:00.000Z',
  token_used: 0,
  token_total: 50_000,
  active_videos: [] as string[],
  total_videos: 2,
  plan: 'executive',
  subscription_status: 'active',
  embededScript: null,
  max_file_size: 1e9,
  minutes: null,
  speech: null,
};
const withDashboard = (changes: Partial<typeof dashboard>): Call => [
  '/basic/dashboard',
  { status: 200, body: { data: { ...dashboard, ...changes } } },
];

/** Both ends of a rule 'server msg or …': with a message, without one, and without an answer. */
const either = (name: string, call: string, path: string, as: Who | undefined, act: Act, otherwise: string): Case[] => [
  [`${name}, in the server's words`, path, as, [call, { status: 500, body: { msg: said, error: said } }], act, said],
  [`${name}, without any`, path, as, [call, { status: 500 }], act, otherwise],
  [`${name}, without an answer`, path, as, [call, 'lost'], act, otherwise],
];

const again = '/muxupload/re-generate-chapter';
const link = '/reset-password?token=t&email=e@example.org';
const verifying = '/verify-email?token=x';
const listed = { id: '1', title: 't', created_at: 'soon', steps: [], duration: 0, progress: 1, chapter_starts: [] };
const tooLarge = 'The file size exceeds the maximum: talk.mp4 has 4 bytes, the limit is 3 bytes.';

const cases: readonly Case[] = [
  ['a limit is a toast', '/asset/view', 'member', [again, { status: 402, body: { msg: said } }], rechapter, said],
  [
    'a limit without words',
    '/asset/view',
    'member',
    [again, { status: 402 }],
    rechapter,
    'Something went wrong. Please try again.',
  ],
  ...either('a failed login', '/auth/login', '/login', undefined, signIn, general),
  [
    'registration with empty fields',
    '/register',
    undefined,
    undefined,
    (page) => page.getByRole('button', { name: 'Create account' }).click(),
    'Please fill in all fields.',
  ],
  ...either('a failed registration', '/auth/register', '/register', undefined, register, general),
  [
    'failed verification',
    verifying,
    undefined,
    ['/auth/verify', { status: 400, body: { msg: said } }],
    undefined,
    `Verification error. ${said}`,
  ],
  [
    'failed verification without a message',
    verifying,
    undefined,
    ['/auth/verify', { status: 500 }],
    undefined,
    'Verification error. Please try again later.',
  ],
  ...either('a failed request to reset', '/auth/request-reset', '/forgot-password', undefined, askReset, general),
  [
    'a failed request to reset, told by the error field alone',
    '/forgot-password',
    undefined,
    ['/auth/request-reset', { status: 400, body: { error: said } }],
    askReset,
    said,
  ],
  ...either('a failed reset', '/auth/reset-password', link, undefined, reset, general),
  ['feedback', '/support', 'newcomer', ['/basic/contact', { status: 200, body: { msg: said } }], sendFeedback, said],
  ...either('lost feedback', '/basic/contact', '/support', 'newcomer', sendFeedback, 'Failed to send feedback.'),
  ...either('a failed search', '/muxvideos/search', '/asset/view', 'member', find, 'Error on the server'),
  ...either(
    'a prompt',
    '/muxupload/update-custom-prompt',
    'a video',
    'member',
    changePrompt,
    'Error to update custom prompt',
  ),
  ...either('other quotes', '/muxupload/update-quote', 'a video', 'member', chooseQuotes, 'Error to update quote'),
  ...either('a question', '/muxupload/ai-search', 'a video', 'member', ask, 'Error on the server'),
  [
    'tokens nearly used',
    '/asset/upload',
    'newcomer',
    withDashboard({ token_used: 45_000 }),
    undefined,
    "⚠️ You've used 90% of your monthly tokens",
  ],
  [
    'tokens left',
    '/asset/upload',
    'newcomer',
    withDashboard({ token_used: 44_999 }),
    undefined,
    '✅ Great usage! You still have 11% remaining.',
  ],
  ...[{ status: 200, body: { data: null } }, { status: 400 }].map((answer): Case => [
    `no dashboard, by ${answer.status}`,
    '/asset/upload',
    'newcomer',
    ['/basic/dashboard', answer],
    undefined,
    'There is no data.',
  ]),
  [
    'an upload without an address',
    '/asset/upload',
    'newcomer',
    ['/muxupload', { status: 200, body: { url: '', id: crypto.randomUUID() } }],
    upload('x'),
    'No url or endpoint specified -- cannot handleUpload',
  ],
  ['a large file', '/asset/upload', 'newcomer', withDashboard({ max_file_size: 3 }), upload('four'), tooLarge],
  [
    'a date that is none',
    '/asset/view',
    'member',
    ['/muxvideos', { status: 200, body: { data: [listed] } }],
    undefined,
    'Invalid time value',
  ],
];

describe('the error catalogue', () => {
  const { stage, context } = openOnStage({}, { viewport: { width: 1024, height: 768 } });

  const open = async (as?: Who): Promise<Page> => {
    const page = await context.newPage();
    // A link that works, in all that follows.
    await answers(page, '/auth/check-reset', { status: 200 });
    await enter(page, stage.origin, { session: as && stage.people[as].session });
    return page;
  };

  for (const [name, path, as, call, act, reads] of cases)
    it(`says “${reads}” of ${name}`, async () => {
      await using page = await open(as);
      if (call) await answers(page, ...call);
      await page.goto(stage.origin + (path === 'a video' ? `/asset/${stage.webinar}` : path));
      await act?.(page);
      await page.getByText(reads, { exact: true }).first().waitFor();
    });

  for (const word of ['Unauthorized', 'Forbidden'])
    it(`a session check that answers ${word} says so, and signs out after three seconds`, async () => {
      await using page = await open('newcomer');
      await page.clock.install();
      await answers(page, '/auth/check', { status: word === 'Forbidden' ? 403 : 401, body: word });
      await stopClock(page);
      await page.goto(`${stage.origin}/asset/upload`);
      const toast = page.getByText('For security purposes, we have logged you out. Sorry for the inconvenience.');
      await advanceClockUntil(page, toast);
      await page.clock.runFor(1_000);
      await expect(toast, 'the message is still there').toHaveCount(1);
      for (let waited = 0; waited < 1_500 && (await toast.count()) > 0; waited += 100) await page.clock.runFor(100);
      await expect(toast, 'the message goes first').toHaveCount(0);
      assert.equal(new URL(page.url()).pathname, '/asset/upload', 'and the page stays a little longer');
      await page.clock.runFor(600);
      await page.clock.resume();
      await page.waitForURL('**/login');
      assert.equal(await page.evaluate(() => localStorage.getItem('lectern.session')), null);
    });

  it('the plan page leaves at once, without a toast', async () => {
    await using page = await open('newcomer');
    await answers(page, '/auth/check', { status: 401, body: 'Unauthorized' });
    await page.goto(`${stage.origin}/asset/plan`);
    await page.waitForURL('**/login');
    await expect(page.getByText('For security purposes')).toHaveCount(0);
  });

  it('feedback keeps what was typed when it fails, and resets and closes when it went out', async () => {
    await using page = await open('newcomer');
    await page.clock.install();
    let fails = true;
    await page.route('**/api/basic/contact', (route) =>
      fails ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    );
    await page.goto(`${stage.origin}/support`);
    await sendFeedback(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Failed to send feedback.').waitFor();
    await expect(dialog.getByLabel('Subject')).toHaveValue('A subject');
    fails = false;
    await stopClock(page);
    await dialog.getByRole('button', { name: 'Send Feedback' }).click();
    await advanceClockUntil(page, page.getByText('Feedback sent successfully!'));
    await expect(dialog.getByLabel('Subject')).toHaveValue('');
    await page.clock.runFor(1_000);
    await expect(dialog).toHaveCount(1);
    await page.clock.runFor(1_500);
    await page.clock.resume();
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction(() => document.activeElement?.textContent === 'Send Feedback');
  });

  it('a toast goes by itself after five seconds', async () => {
    await using page = await open('member');
    await page.clock.install();
    await answers(page, '/muxupload/re-generate-chapter', { status: 402, body: { msg: said } });
    await page.goto(`${stage.origin}/asset/view`);
    await openMenuItem(page, 'ReChapter');
    const regenerate = page.getByRole('alertdialog').getByRole('button', { name: 'Regenerate' });
    await regenerate.waitFor();
    await stopClock(page);
    // The dialog has come to rest: it takes no click before.
    await page.clock.runFor(1_000);
    await regenerate.click();
    const toast = page.getByText(said, { exact: true });
    await advanceClockUntil(page, toast);
    await page.clock.runFor(3_500);
    await expect(toast).toHaveCount(1);
    for (let waited = 0; waited < 1_600 && (await toast.count()) > 0; waited += 100) await page.clock.runFor(100);
    await expect(toast).toHaveCount(0);
    await page.clock.resume();
  });

  it('an upload that the server refuses stops with its status', async () => {
    await using page = await open('newcomer');
    await page.route('**/upload/**', (route) =>
      route.request().method() === 'PUT' ? route.fulfill({ status: 500, body: '' }) : route.continue(),
    );
    await page.goto(`${stage.origin}/asset/upload`);
    await upload('not much of a film')(page);
    await page.getByText('Server responded with 500. Stopping upload.', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('an upload whose file cannot be read any more says its size', async () => {
    await using page = await open('newcomer');
    const folder = await mkdtemp(join(tmpdir(), 'lectern-unreadable-'));
    const file = join(folder, 'talk.mp4');
    await writeFile(file, 'a film of 22 characters');
    // The file goes away while it is being sent.
    await page.route('**/upload/**', async (route) => {
      if (route.request().method() !== 'PUT') return route.continue();
      await rm(folder, { recursive: true, force: true });
      return route.abort('failed');
    });
    await page.goto(`${stage.origin}/asset/upload`);
    await page.getByLabel('Recording', { exact: true }).setInputFiles(file);
    await page
      .getByText('Unable to read file of size 23 bytes. Try loading from another browser.', { exact: true })
      .waitFor();
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await page.getByText('Drop a video file here to upload').waitFor();
  });
});
