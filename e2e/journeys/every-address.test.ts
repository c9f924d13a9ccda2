// full: every address, signed in and not; access.test.ts holds the rights
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { listRouteUrls } from '../addresses.ts';
import { enter } from '../stage.ts';
import { openOnStage } from '../journey.ts';

/**
 * Matches strings that are not the product name: the sample webinar title, the engine in histories, and test folders.
 */
const otherwiseNamed = /Lectern Sessions|lectern-offline-\d|\S*\/lectern-\S*/g;

/** Checks the minimum requirements for every URL of the web app, and for the URLs above and below it. */
describe('every address', () => {
  const { stage, page, visitAs, visit, errors } = openOnStage({ env: { BRAND_NAME: 'Podium' } });
  let addresses: Record<'visitor' | 'signedIn', string[]>;
  before(async () => {
    const { true: signedIn = [], false: visitor = [] } = Object.groupBy(await listRouteUrls(), (address) =>
      String(/^\/(?:asset|admin)\b/.test(address)),
    );
    addresses = { visitor, signedIn };
    for (const address of ['/asset', '/asset/', '/asset/nonsense', '/admin/no/such/page', '/admin/users'])
      assert(signedIn.includes(address), `${address} is not among ${signedIn.join(' ')}`);
    assert(visitor.length > 20, visitor.join(' '));
  });

  /** Returns the faults of the page at a URL after it has loaded. */
  async function faultsOf(address: string): Promise<string[]> {
    await visit(address);
    const isThere = (): boolean =>
      document.querySelector('[aria-busy=true]') === null && document.querySelector('main')?.innerText.trim() !== '';
    const came = await page.waitForFunction(isThere, undefined, { timeout: 15_000 }).then(
      () => true,
      () => false,
    );
    // Within the main region, where that of a video stands, a footer has no role of its own.
    const footers = await page.locator('footer').filter({ hasText: 'All Rights Reserved' }).count();
    const drawn = await page.evaluate(() => `${document.title}\n${document.body.innerText}`);
    return [
      ...drawn
        .replaceAll(otherwiseNamed, '')
        .split('\n')
        .filter((line) => /lectern/i.test(line))
        .map((line) => `${address}: ${line}`),
      ...(drawn.includes('Podium') ? [] : [`${address}: no name`]),
      ...(came ? [] : [`${address}: nothing in its main region`]),
      ...(footers === 1 ? [] : [`${address}: ${footers} footers`]),
    ];
  }

  for (const who of ['visitor', 'signedIn'] as const)
    it(`shows a page with something in it, one footer and the name that is set (${who})`, async () => {
      const { newcomer } = stage.people;
      await enter(
        page,
        stage.origin,
        who === 'visitor' ? {} : { session: newcomer.session, admin: stage.administrator },
      );
      const faults: string[] = [];
      for (const address of addresses[who]) faults.push(...(await faultsOf(address)));
      assert.deepEqual(faults, []);
    });

  it('shows a video with one footer, in wide windows and in narrow ones', async () => {
    await enter(page, stage.origin, { session: stage.people.member.session });
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      assert.deepEqual(await faultsOf(`/asset/${stage.webinar}`), []);
    }
  });

  it('keeps the frame while pages change within it, though their routes ask for different ones', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await visitAs(stage.people.member, '/asset/view');
    const header = await page.getByRole('banner').elementHandle();
    await page.getByRole('article').getByRole('link').first().click();
    await page.getByRole('slider').first().waitFor();
    await page.getByRole('link', { name: 'Plan Selection' }).click();
    await page.getByRole('heading', { name: 'Choose Your Plan' }).waitFor();
    assert(await header!.evaluate((element) => element.isConnected));
  });

  it('shows one footer under the error screen of a page that could not be shown', async () => {
    await enter(page, stage.origin, {});
    await page.route(/\/assets\/terms-[\w-]+\.js$/, (route) => route.abort());
    assert.deepEqual(await faultsOf('/terms-of-service'), []);
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await page.unrouteAll();
    // The page that was kept away is an error.
    errors.length = 0;
    // With links that lead on, although the page around them has crashed, and a modal that opens.
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('button', { name: 'Send Feedback' }).click();
    await page.getByRole('dialog', { name: 'Send Feedback' }).waitFor();
    await page.keyboard.press('Escape');
    await footer.getByRole('link', { name: 'Privacy Policy' }).click();
    await page.getByRole('heading', { level: 1, name: 'Privacy Policy' }).waitFor();
  });
});
