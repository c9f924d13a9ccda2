// full: the text of every error; refusals are held by the tests of the server
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { openBrowser } from '../browser.ts';
import { answers, type StubbedResponse } from '../edge.ts';
import { expect } from '../expect.ts';
import { fillFields, openMenuItem, search } from '../places.ts';
import { enter, openStage, type Stage } from '../stage.ts';
import { advanceClockUntil, stopClock } from '../stopped-clock.ts';

/** One text of the error catalogue: what the network answers, what the person does, and what they read. */
type Case = {
  name: string;
  path: string;
  as?: keyof Stage['people'];
  /** The failing call, and how it ends. */
  call?: [path: string, answer: StubbedResponse];
  act?: (page: Page) => Promise<unknown>;
  /** Word for word. */
  reads: string;
};

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
const reset =
  (password = 'a new password', confirm = password) =>
  async (page: Page): Promise<void> => {
    await fillFields(page, { 'New password': password, 'Confirm password': confirm });
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
const upload = (bytes: Buffer) => async (page: Page) =>
  page
    .getByLabel('Recording', { exact: true })
    .setInputFiles({ name: 'talk.mp4', mimeType: 'video/mp4', buffer: bytes });

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
const withDashboard = (changes: Partial<typeof dashboard>): Case['call'] => [
  '/basic/dashboard',
  { status: 200, body: { data: { ...dashboard, ...changes } } },
];

/** Both ends of a rule 'server msg or …': with a message, without one, and without an answer. */
const either = (name: string, path: string, rest: Omit<Case, 'name' | 'call' | 'reads'>, otherwise: string): Case[] => [
  {
    name: `${name}, in the server's words`,
    call: [path, { status: 500, body: { msg: said, error: said } }],
    reads: said,
    ...rest,
  },
  { name: `${name}, without any`, call: [path, { status: 500 }], reads: otherwise, ...rest },
  { name: `${name}, without an answer`, call: [path, 'lost'], reads: otherwise, ...rest },
];

const cases: readonly Case[] = [
  {
    name: 'a limit (402) is a toast with the message',
    path: '/asset/view',
    as: 'member',
    call: ['/muxupload/re-generate-chapter', { status: 402, body: { msg: said } }],
    act: rechapter,
    reads: said,
  },
  {
    name: 'a limit (402) without a message is a toast with the error’s',
    path: '/asset/view',
    as: 'member',
    call: ['/muxupload/re-generate-chapter', { status: 402 }],
    act: rechapter,
    reads: 'The server answered 402.',
  },

  {
    name: 'login with empty fields',
    path: '/login',
    act: (page) => page.getByRole('button', { name: 'Sign In' }).click(),
    reads: 'Please fill in all fields.',
  },
  ...either('a failed login', '/auth/login', { path: '/login', act: signIn }, general),
  {
    name: 'registration with empty fields',
    path: '/register',
    act: (page) => page.getByRole('button', { name: 'Create account' }).click(),
    reads: 'Please fill in all fields.',
  },
  ...either('a failed registration', '/auth/register', { path: '/register', act: register }, general),

  { name: 'verification without a token', path: '/verify-email', reads: 'No verification token found.' },
  {
    name: 'failed verification',
    path: '/verify-email?token=x',
    call: ['/auth/verify', { status: 400, body: { msg: said } }],
    reads: `Verification error. ${said}`,
  },
  {
    name: 'failed verification without a message',
    path: '/verify-email?token=x',
    call: ['/auth/verify', { status: 500 }],
    reads: 'Verification error. Please try again later.',
  },

  ...either('a failed request to reset', '/auth/request-reset', { path: '/forgot-password', act: askReset }, general),
  {
    name: 'a failed request to reset, told by the error field alone',
    path: '/forgot-password',
    call: ['/auth/request-reset', { status: 400, body: { error: said } }],
    act: askReset,
    reads: said,
  },
  ...either(
    'a failed reset',
    '/auth/reset-password',
    { path: '/reset-password?token=t&email=e@example.org', act: reset() },
    general,
  ),
  {
    name: 'passwords that differ',
    path: '/reset-password?token=t&email=e@example.org',
    act: reset('abcdefgh', 'abcdefgi'),
    reads: 'Passwords do not match.',
  },
  {
    name: 'a password too short',
    path: '/reset-password?token=t&email=e@example.org',
    act: reset('ab'),
    reads: 'Password must be at least 3 characters long.',
  },

  {
    name: 'feedback sent, in the server’s words',
    path: '/support',
    as: 'newcomer',
    call: ['/basic/contact', { status: 200, body: { msg: said } }],
    act: sendFeedback,
    reads: said,
  },
  {
    name: 'feedback sent, without any',
    path: '/support',
    as: 'newcomer',
    call: ['/basic/contact', { status: 200, body: { msg: '' } }],
    act: sendFeedback,
    reads: 'Feedback sent successfully!',
  },
  ...either(
    'feedback that failed',
    '/basic/contact',
    { path: '/support', as: 'newcomer', act: sendFeedback },
    'Failed to send feedback.',
  ),

  ...either(
    'a failed search',
    '/muxvideos/search',
    { path: '/asset/view', as: 'member', act: (page) => search(page, 'silence') },
    'Error on the server',
  ),
  {
    name: 'a search without a match',
    path: '/asset/view',
    as: 'member',
    act: (page) => search(page, 'xylophone'),
    reads: 'No matches found.',
  },

  {
    name: 'tokens nearly used',
    path: '/asset/upload',
    as: 'newcomer',
    call: withDashboard({ token_used: 45_000 }),
    reads: "⚠️ You've used 90% of your monthly tokens",
  },
  {
    name: 'tokens left',
    path: '/asset/upload',
    as: 'newcomer',
    call: withDashboard({ token_used: 44_999 }),
    reads: '✅ Great usage! You still have 11% remaining.',
  },
  {
    name: 'the plan maximum',
    path: '/asset/upload',
    as: 'newcomer',
    call: withDashboard({ total_videos: 0 }),
    reads: 'At the plan maximum. Delete a video to process another.',
  },
  {
    name: 'no dashboard',
    path: '/asset/upload',
    as: 'newcomer',
    call: ['/basic/dashboard', { status: 200, body: { data: null } }],
    reads: 'There is no data.',
  },
  {
    name: 'a failed dashboard',
    path: '/asset/upload',
    as: 'newcomer',
    call: ['/basic/dashboard', { status: 400 }],
    reads: 'There is no data.',
  },

  {
    name: 'an upload without an address',
    path: '/asset/upload',
    as: 'newcomer',
    call: ['/muxupload', { status: 200, body: { url: '', id: crypto.randomUUID() } }],
    act: upload(Buffer.from('x')),
    reads: 'No url or endpoint specified -- cannot handleUpload',
  },
  {
    name: 'a file that is too large',
    path: '/asset/upload',
    as: 'newcomer',
    call: withDashboard({ max_file_size: 3 }),
    act: upload(Buffer.from('four')),
    reads: 'The file size exceeds the maximum: talk.mp4 has 4 bytes, the limit is 3 bytes.',
  },

  {
    name: 'a date that is none',
    path: '/asset/view',
    as: 'member',
    call: [
      '/muxvideos',
      {
        status: 200,
        body: {
          data: [{ id: '1', title: 't', created_at: 'soon', steps: [], duration: 0, progress: 1, chapter_starts: [] }],
        },
      },
    ],
    reads: 'Invalid time value',
  },
  { name: 'an unknown address', path: '/no/such/page', reads: 'Unexpected Application Error!' },
];

describe('the error catalogue', () => {
  let stage: Stage;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  before(async () => {
    stage = await openStage();
    browser = await openBrowser({ viewport: { width: 1024, height: 768 } });
  });
  after(async () => {
    await browser?.close();
    await stage?.close();
  });

  const open = async (as?: keyof Stage['people']): Promise<Page> => {
    const page = await browser.context.newPage();
    // A link that works, in all that follows.
    await answers(page, '/auth/check-reset', { status: 200 });
    await enter(page, stage.origin, { session: as && stage.people[as].session });
    return page;
  };

  for (const { name, path, as, call, act, reads } of cases)
    it(name, async () => {
      const page = await open(as);
      if (call) await answers(page, ...call);
      await page.goto(stage.origin + path);
      await act?.(page);
      await page.getByText(reads, { exact: true }).first().waitFor();
      await page.close();
    });

  it('a failed login gives its button back', async () => {
    const page = await open();
    await answers(page, '/auth/login', { status: 401, body: { msg: said } });
    await page.goto(`${stage.origin}/login`);
    await signIn(page);
    await page.getByRole('alert').getByText(said).waitFor();
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled();
    await page.close();
  });

  for (const word of ['Unauthorized', 'Forbidden'])
    it(`a session check that answers ${word} says so, and signs out after three seconds`, async () => {
      const page = await open('newcomer');
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
      await page.close();
    });

  it('the plan page leaves at once, without a toast', async () => {
    const page = await open('newcomer');
    await answers(page, '/auth/check', { status: 401, body: 'Unauthorized' });
    await page.goto(`${stage.origin}/asset/plan`);
    await page.waitForURL('**/login');
    await expect(page.getByText('For security purposes')).toHaveCount(0);
    await page.close();
  });

  it('feedback keeps what was typed when it fails, and resets and closes when it went out', async () => {
    const page = await open('newcomer');
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
    await page.close();
  });

  it('a toast goes by itself after five seconds', async () => {
    const page = await open('member');
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
    await page.close();
  });
});
