/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { adminPlaces } from './admin-places.ts';
import { atRest } from './at-rest.ts';
import { answers } from './edge.ts';
import { portalPlaces } from './portal-places.ts';
import type { Scene, PageState } from './scene.ts';
import { enter } from './stage.ts';
import { watchPlaces } from './watch-places.ts';

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

/** Every page a visitor, a subscriber or an administrator can come to. */
export const places: readonly PageState[] = [
  { name: 'landing', path: '/', arrive: shows('Boost Your Webinar ROI') },
  {
    name: 'landing-tour',
    path: '/#demo',
    async arrive(page) {
      await page.getByRole('button', { name: 'Watch the tour' }).click();
      await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2);
      await page.evaluate(() => document.querySelector('video')?.pause());
    },
  },
  { name: 'login', path: '/login', arrive: shows('Welcome back') },
  {
    name: 'login-refused',
    path: '/login',
    async arrive(page) {
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByText('Please fill in all fields.').waitFor();
    },
  },
  { name: 'register', path: '/register?plan=executive', arrive: shows('Start your free trial') },
  {
    name: 'register-sent',
    path: '/register',
    async arrive(page) {
      await fillFields(page, {
        'First name': 'Grace',
        'Last name': 'Holt',
        Email: `someone-${crypto.randomUUID()}@example.org`,
        Password: 'a right password',
      });
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    },
  },
  { name: 'email-verify', path: '/email-verify', arrive: shows('Please check your email') },
  { name: 'verify-email', path: '/verify-email', arrive: says('No verification token found.') },
  { name: 'forgot-password', path: '/forgot-password', arrive: shows(/password/) },
  {
    name: 'forgot-password-sent',
    path: '/forgot-password',
    async arrive(page) {
      await fillFields(page, { Email: `someone-${crypto.randomUUID()}@example.org` });
      await page.getByRole('button', { name: 'Send reset link' }).click();
      await page.getByRole('heading', { name: 'Check Your Email' }).waitFor();
    },
  },
  {
    name: 'reset-password-dead',
    path: '/reset-password?token=none&email=grace@example.org',
    arrive: shows('This link is no longer valid'),
    refusal: 400,
  },
  {
    name: 'reset-password',
    path: '/reset-password?token=none&email=grace@example.org',
    answer: (page) => answers(page, '/auth/check-reset', { status: 200 }),
    async arrive(page) {
      await fillFields(page, { 'New password': 'ab', 'Confirm password': 'a' });
      await page.getByRole('button', { name: 'Update password' }).click();
      await page.getByText('Passwords do not match.').waitFor();
    },
  },
  { name: 'confirm-address', path: '/confirm-address', arrive: says('This link is incomplete.') },
  { name: 'support', path: '/support', arrive: shows('Support Center') },
  { name: 'contact', path: '/contact', arrive: shows('Send Feedback') },
  {
    name: 'feedback-modal',
    path: '/support',
    async arrive(page) {
      await page.getByRole('button', { name: 'Send Feedback' }).click();
      await page.getByRole('dialog').getByLabel('Subject').waitFor();
    },
  },
  { name: 'privacy-policy', path: '/privacy-policy', arrive: shows('Privacy Policy') },
  { name: 'terms-of-service', path: '/terms-of-service', arrive: shows('Terms of Service') },
  { name: 'blog', path: '/blog', arrive: shows('Blog') },
  { name: 'payment-cancelled', path: '/stripe/default/cancel', arrive: shows('Payment cancelled') },
  {
    name: 'sandbox-checkout',
    path: ({ checkout }) => checkout,
    as: 'newcomer',
    arrive: (page) => page.getByRole('button', { name: /^Subscribe/ }).waitFor(),
  },
  { name: 'unknown-address', path: '/nowhere', refusal: 404, arrive: shows('Unexpected Application Error!') },

  { name: 'library', path: '/asset/view', as: 'member', arrive: (page) => page.getByRole('article').first().waitFor() },
  { name: 'library-empty', path: '/asset/view', as: 'newcomer', arrive: shows('Your first webinar belongs here') },
  {
    name: 'library-without-captions',
    path: '/asset/view',
    as: 'silent',
    arrive: (page) => page.getByRole('button', { name: 'Add captions' }).first().waitFor(),
  },
  {
    name: 'library-menu',
    path: '/asset/view',
    as: 'member',
    async arrive(page) {
      await page.getByRole('button', { name: 'Video actions' }).first().click();
      await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
    },
  },
  {
    name: 'library-delete',
    path: '/asset/view',
    as: 'member',
    async arrive(page) {
      await openMenuItem(page, 'Delete');
      await page.getByText('Are you sure you want to delete this item?').waitFor();
    },
  },
  {
    name: 'search-results',
    path: '/asset/view',
    as: 'member',
    async arrive(page) {
      await search(page, 'customers');
      await page.getByRole('dialog').getByRole('link').first().waitFor();
    },
  },
  {
    name: 'search-nothing',
    path: '/asset/view',
    as: 'member',
    async arrive(page) {
      await search(page, 'xylophone');
      await page.getByText('No matches found.').waitFor();
    },
  },
  {
    name: 'highlights',
    path: '/asset/highlights',
    as: 'member',
    arrive: (page) => page.locator('[data-highlight]').first().waitFor(),
  },
  {
    name: 'highlights-empty',
    path: '/asset/highlights',
    as: 'newcomer',
    arrive: shows('Nothing is highlighted yet'),
  },
  {
    name: 'glossary',
    path: '/asset/glossary',
    as: 'marketer',
    arrive: shows('Repeated corrections'),
  },
  {
    name: 'glossary-empty',
    path: '/asset/glossary',
    as: 'newcomer',
    arrive: shows('No terms yet'),
  },
  {
    name: 'glossary-rewrite',
    path: ({ rewrite }) => `/asset/glossary/${rewrite}`,
    as: 'marketer',
    arrive: (page) => page.getByRole('button', { name: /^Change (?:one|\d+) occurrences?$/ }).waitFor(),
  },
  {
    name: 'glossary-term',
    path: '/asset/glossary',
    as: 'marketer',
    async arrive(page) {
      await page.getByRole('button', { name: 'Add a term' }).click();
      await page.getByRole('dialog').getByLabel('Correct spelling').waitFor();
    },
  },
  {
    name: 'glossary-preview',
    path: '/asset/glossary',
    as: 'marketer',
    async arrive(page) {
      await page.getByRole('button', { name: 'Scan the library' }).click();
      await page.getByRole('button', { name: /^Change (?:one|\d+) occurrences?$/ }).waitFor();
    },
  },
  {
    name: 'statistics',
    path: '/asset/statistics',
    as: 'marketer',
    async arrive(page) {
      await page.getByRole('img', { name: /^Played most around/ }).waitFor();
      await page.getByText('As a table').first().click();
    },
  },
  {
    name: 'statistics-empty',
    path: '/asset/statistics',
    as: 'newcomer',
    arrive: shows('Nothing was watched in this period'),
  },
  {
    name: 'account-menu',
    path: '/asset/view',
    as: 'member',
    async arrive(page) {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Log out' }).waitFor();
    },
  },
  {
    name: 'sidebar',
    path: '/asset/plan',
    as: 'member',
    async arrive(page) {
      await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor();
      // Wide windows show it from the beginning.
      const closed = page.getByRole('button', { name: 'Open sidebar' });
      if ((await closed.count()) > 0) await closed.click();
      await page.getByRole('link', { name: 'Plan Selection' }).waitFor();
    },
  },
  {
    name: 'purchase',
    path: '/asset/upload',
    as: 'member',
    async arrive(page) {
      await page.getByRole('button', { name: /50K tokens/ }).click();
      await page.getByRole('dialog').getByRole('textbox').first().waitFor();
    },
  },
  {
    name: 'account',
    path: '/asset/account',
    as: 'member',
    async arrive(page) {
      await page.getByRole('heading', { name: 'Recent activity' }).waitFor();
      // The events of two visits differ only in their times.
      await page.getByText('Signed in').first().waitFor();
    },
  },
  {
    name: 'account-second-factor',
    path: '/asset/account',
    as: 'member',
    async arrive(page) {
      await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
      await fillFields(page.getByRole('region', { name: 'Two-factor authentication' }), {
        'Your password': 'a right password',
      });
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('img', { name: /QR code/ }).waitFor();
    },
  },
  { name: 'upload', path: '/asset/upload', as: 'newcomer', arrive: says('Drop a video file here to upload') },
  {
    name: 'plan-expired',
    path: '/asset/view',
    as: 'expired',
    arrive: (page) => page.getByRole('dialog').getByRole('heading').first().waitFor(),
  },
  ...watchPlaces,
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
