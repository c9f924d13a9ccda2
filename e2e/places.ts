/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { adminPlaces } from './admin-places.ts';
import { atRest } from './at-rest.ts';
import { portalPlaces } from './portal-places.ts';
import { type PageState, placesOf, type Scene } from './scene.ts';
import { enter } from './stage.ts';
import { watchPlaces } from './watch-places.ts';
import { answers } from './held-answers.ts';

const shows = (heading: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name: heading }).first().waitFor();
const says = (text: string) => (page: Page) => page.getByText(text).first().waitFor();

/** Types into fields by their labels. */
export const fillFields = async (page: Pick<Page, 'getByLabel'>, fields: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
};

/** Chooses from the menu of the first card. */
export const openMenuItem = async (page: Page, item: string): Promise<void> => {
  await page.getByRole('button', { name: 'Video actions' }).first().click();
  await page.getByRole('menuitem', { name: item }).click();
};

/** Searches the library, which must hold something. */
export const search = async (page: Page, keyword: string): Promise<void> => {
  await page.getByRole('article').first().waitFor();
  await page.getByRole('searchbox', { name: 'Search your videos' }).fill(keyword);
  await page.keyboard.press('Enter');
};

/** An app that wants to be let in: a fake, as its document would be on the internet. */
const asksToConnect =
  (refusal: string | null = null) =>
  (page: Page) =>
    answers(page, '/oauth/request', {
      status: 200,
      body: {
        data: {
          client: { name: 'Claude', host: 'claude.example' },
          answers_to: 'claude.example',
          scopes: ['read', 'ask', 'write', 'publish'],
          refusal,
          denied: 'https://claude.example/callback?error=access_denied',
        },
      },
    });

const anybody = placesOf();
const [member, newcomer, marketer] = [placesOf('member'), placesOf('newcomer'), placesOf('marketer')];

/** Every page a visitor, a subscriber or an administrator can come to. */
export const places: readonly PageState[] = [
  anybody('landing', '/', shows('Boost Your Webinar ROI')),
  anybody('landing-tour', '/#demo', async (page) => {
    await page.getByRole('button', { name: 'Watch the tour' }).click();
    await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    await page.evaluate(() => document.querySelector('video')?.pause());
  }),
  anybody('login', '/login', shows('Welcome back')),
  anybody('login-refused', '/login', async (page) => {
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Please fill in all fields.').waitFor();
  }),
  anybody('signed-in-refused', '/signed-in?problem=email_unverified', shows('That did not work')),
  anybody('signed-in-connect', '/signed-in#link=any&email=grace@example.org', shows('Connect your account')),
  anybody('register', '/register?plan=executive', shows('Start your free trial')),
  anybody('register-sent', '/register', async (page) => {
    await fillFields(page, {
      'First name': 'Grace',
      'Last name': 'Holt',
      Email: `someone-${crypto.randomUUID()}@example.org`,
      Password: 'a right password',
    });
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  }),
  anybody('email-verify', '/email-verify', shows('Please check your email')),
  anybody('verify-email', '/verify-email', says('No verification token found.')),
  anybody('forgot-password', '/forgot-password', shows(/password/)),
  anybody('forgot-password-sent', '/forgot-password', async (page) => {
    await fillFields(page, { Email: `someone-${crypto.randomUUID()}@example.org` });
    await page.getByRole('button', { name: 'Send reset link' }).click();
    await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
  }),
  anybody(
    'reset-password-dead',
    '/reset-password?token=none&email=grace@example.org',
    shows('This link is no longer valid'),
    { refusal: 400 },
  ),
  anybody(
    'reset-password',
    '/reset-password?token=none&email=grace@example.org',
    async (page) => {
      await fillFields(page, { 'New password': 'ab', 'Confirm password': 'a' });
      await page.getByRole('button', { name: 'Update password' }).click();
      await page.getByText('Passwords do not match.').waitFor();
    },
    { answer: (page) => answers(page, '/auth/check-reset', { status: 200 }) },
  ),
  anybody('confirm-address', '/confirm-address', says('This link is incomplete.')),
  anybody('invitation-incomplete', '/invitation', says('This link is incomplete.')),
  anybody('invitation', '/invitation?token=any', shows('Create your account'), {
    answer: (page) =>
      answers(page, '/invitations/open', {
        status: 200,
        body: {
          data: {
            state: 'open',
            role: 'editor',
            email: 'a…@acme.example.org',
            invited_by: 'grace@example.org',
            has_account: false,
            passwords: true,
          },
        },
      }),
  }),
  member('connect-app', '/oauth/authorize?client_id=any', shows('Connect Claude?'), { answer: asksToConnect() }),
  member('connect-app-refused', '/oauth/authorize?client_id=any', shows('Claude cannot be connected'), {
    answer: asksToConnect('The app does not protect its request as it must (PKCE with S256).'),
  }),
  anybody('support', '/support', shows('Support Center')),
  anybody('contact', '/contact', shows('Send Feedback')),
  anybody('feedback-modal', '/support', async (page) => {
    await page.getByRole('button', { name: 'Send Feedback' }).click();
    await page.getByRole('dialog').getByLabel('Subject').waitFor();
  }),
  anybody('privacy-policy', '/privacy-policy', shows('Privacy Policy')),
  anybody('terms-of-service', '/terms-of-service', shows('Terms of Service')),
  anybody('blog', '/blog', shows('Blog')),
  anybody('api-reference', '/docs/api', shows('Recordings')),
  anybody(
    'api-reference-call',
    '/docs/api#getUsage',
    async (page) => {
      await fillFields(page, { 'API key, to try calls': 'lec_wrong' });
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await page.getByText('"code": "unauthorized"').waitFor();
    },
    { refusal: 401 },
  ),
  anybody('payment-cancelled', '/stripe/default/cancel', shows('Payment cancelled')),
  newcomer(
    'sandbox-checkout',
    ({ checkout }) => checkout,
    (page) => page.getByRole('button', { name: /^Subscribe/ }).waitFor(),
  ),
  anybody('unknown-address', '/nowhere', shows('Unexpected Application Error!'), { refusal: 404 }),

  member('library', '/asset/view', (page) => page.getByRole('article').first().waitFor()),
  newcomer('library-empty', '/asset/view', shows('Your first webinar belongs here')),
  placesOf('silent')('library-without-captions', '/asset/view', (page) =>
    page.getByRole('button', { name: 'Add captions' }).first().waitFor(),
  ),
  member('library-menu', '/asset/view', async (page) => {
    await page.getByRole('button', { name: 'Video actions' }).first().click();
    await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
  }),
  member('library-delete', '/asset/view', async (page) => {
    await openMenuItem(page, 'Delete');
    await page.getByText('Are you sure you want to delete this item?').waitFor();
  }),
  member('search-results', '/asset/view', async (page) => {
    await search(page, 'customers');
    await page.getByRole('dialog').getByRole('link').first().waitFor();
  }),
  member('search-nothing', '/asset/view', async (page) => {
    await search(page, 'xylophone');
    await page.getByText('No matches found.').waitFor();
  }),
  member('workspace-log', '/asset/workspace?part=log', (page) =>
    page.getByRole('button', { name: 'Save as CSV' }).or(page.getByText('Nothing has been done here yet.')).waitFor(),
  ),
  member('highlights', '/asset/highlights', (page) => page.locator('[data-highlight]').first().waitFor()),
  newcomer('highlights-empty', '/asset/highlights', shows('Nothing is highlighted yet')),
  marketer('glossary', '/asset/glossary', shows('Repeated corrections')),
  newcomer('glossary-empty', '/asset/glossary', shows('No terms yet')),
  marketer(
    'glossary-rewrite',
    ({ rewrite }) => `/asset/glossary/${rewrite}`,
    (page) => page.getByRole('button', { name: /^Change (?:one|\d+) occurrences?$/ }).waitFor(),
  ),
  marketer('glossary-term', '/asset/glossary', async (page) => {
    await page.getByRole('button', { name: 'Add a term' }).click();
    await page.getByRole('dialog').getByLabel('Correct spelling').waitFor();
  }),
  marketer('glossary-preview', '/asset/glossary', async (page) => {
    await page.getByRole('button', { name: 'Scan the library' }).click();
    await page.getByRole('button', { name: /^Change (?:one|\d+) occurrences?$/ }).waitFor();
  }),
  marketer('statistics', '/asset/statistics', async (page) => {
    await page.getByRole('img', { name: /^Played most around/ }).waitFor();
    await page.getByText('As a table').first().click();
  }),
  newcomer('statistics-empty', '/asset/statistics', shows('Nothing was watched in this period')),
  member('account-menu', '/asset/view', async (page) => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
  }),
  member('sidebar', '/asset/plan', async (page) => {
    await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor();
    // Wide windows show it from the beginning.
    const closed = page.getByRole('button', { name: 'Open sidebar' });
    if ((await closed.count()) > 0) await closed.click();
    await page.getByRole('link', { name: 'Plan Selection' }).waitFor();
  }),
  member('purchase', '/asset/upload', async (page) => {
    await page.getByRole('button', { name: /50K tokens/ }).click();
    await page.getByRole('dialog').getByRole('textbox').first().waitFor();
  }),
  member('account', '/asset/account', async (page) => {
    await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
    // The events of two visits differ only in their times.
    await page.getByText('Signed in').first().waitFor();
  }),
  member('workspace', '/asset/workspace', (page) => page.getByRole('list', { name: 'People' }).waitFor()),
  member('workspace-general', '/asset/workspace?part=general', shows('Delete this workspace')),
  member('workspace-sign-on', '/asset/workspace?part=sign-on', says('Add domain')),
  member('workspace-keys', '/asset/workspace?part=keys', says('No key yet.')),
  member('workspace-invite', '/asset/account', async (page) => {
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page
      .getByRole('dialog')
      .getByText(/Viewers are free/)
      .waitFor();
  }),
  member('account-second-factor', '/asset/account', async (page) => {
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
    await fillFields(page.getByRole('region', { name: 'Two-factor authentication' }), {
      'Your password': 'a right password',
    });
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('img', { name: /QR code/ }).waitFor();
  }),
  newcomer('upload', '/asset/upload', says('Drop a video file here to upload')),
  placesOf('expired')('plan-expired', '/asset/view', (page) =>
    page.getByRole('dialog').getByRole('heading').first().waitFor(),
  ),
  ...watchPlaces,
  marketer(
    'arriving',
    ({ arriving }) => `/asset/${arriving}`,
    async (page) => {
      await page.getByText(/can be watched · /).waitFor();
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
    },
    // The page asks for a video first.
    { refusal: 404 },
  ),
  ...portalPlaces,
  ...adminPlaces,
];

/** Brings a browser into a place as who belongs there, and waits until nothing is under way any more. */
export async function goTo(
  page: Page,
  scene: Scene,
  place: PageState,
  theme: 'light' | 'dark' = 'light',
): Promise<void> {
  const { as } = place;
  // Pages of portals follow the device.
  await page.emulateMedia({ colorScheme: theme });
  await enter(page, scene.origin, {
    theme,
    ...(as === 'administrator' ? { admin: scene.administrator } : { session: as && scene.people[as].session }),
  });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await place.answer?.(page);
  await page.goto(scene.origin + (typeof place.path === 'string' ? place.path : place.path(scene)));
  await place.arrive(page);
  await atRest(page);
}
