/// <reference lib="dom" />
import type { Locator, Page } from 'playwright-core';
import { atRest } from '../at-rest.ts';
import type { Scene } from '../scene.ts';
import { enter } from '../stage.ts';
import { canPlay } from '../watching.ts';

/**
 * Windows of one shape: in the small one a list can be read on the landing page, the wide one has the panel beside the
 * player.
 */
const small = { width: 720, height: 450 };
const wide = { width: 1024, height: 640 };

type Picture = {
  name: string;
  size: { width: number; height: number };
  /** Brings the page there; gives what stands at the top of the picture, where the page is longer. */
  arrive: (page: Page, scene: Scene) => Promise<Locator | undefined>;
};

async function watch(page: Page, { origin, webinar }: Scene): Promise<void> {
  await page.goto(`${origin}/asset/${webinar}`);
  await canPlay(page);
  await page.getByRole('heading', { level: 3 }).first().waitFor();
}

/** Pictures of the product beside the feature cards of the landing page. */
export const pictures: readonly Picture[] = [
  {
    name: 'slides',
    size: wide,
    async arrive(page, scene) {
      await watch(page, scene);
      await page.getByRole('tab', { name: 'Slides' }).click();
      await page.locator('[role=tabpanel] img').first().waitFor();
      await page.waitForFunction(() =>
        [...document.querySelectorAll<HTMLImageElement>('[role=tabpanel] img')]
          .slice(0, 4)
          .every((each) => each.complete),
      );
      return undefined;
    },
  },
  {
    name: 'speakers',
    size: wide,
    async arrive(page, scene) {
      await watch(page, scene);
      await page.getByRole('tab', { name: 'Transcript' }).click();
      await page.getByRole('tabpanel').getByText('Grace Holt').first().waitFor();
      return undefined;
    },
  },
  {
    name: 'glossary',
    size: small,
    async arrive(page, { origin }) {
      await page.goto(`${origin}/asset/glossary`);
      const heading = page.getByRole('heading', { level: 1 });
      await heading.waitFor();
      await page.getByText('Tom Reyes').first().waitFor();
      const offer = page.getByRole('button', { name: 'Do not suggest again' });
      if (await offer.isVisible()) await offer.click();
      await offer.waitFor({ state: 'detached' });
      return heading;
    },
  },
  {
    name: 'highlights',
    size: small,
    async arrive(page, { origin }) {
      await page.goto(`${origin}/asset/highlights`);
      await page.locator('[data-highlight]').first().waitFor();
      return page.getByRole('heading', { level: 1 });
    },
  },
  {
    name: 'share',
    size: wide,
    async arrive(page, scene) {
      await watch(page, scene);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await page.getByRole('dialog', { name: 'Share' }).waitFor();
      return undefined;
    },
  },
  {
    name: 'statistics',
    size: small,
    async arrive(page, { origin }) {
      await page.goto(`${origin}/asset/statistics`);
      await page.getByRole('img', { name: /^Played most around/ }).waitFor();
      return page.getByRole('heading', { level: 2 }).first();
    },
  },
];

/** Space above what stands at the top. CSS pixels. */
const above = 20;

/** A picture of the running product, as somebody with one webinar has it. */
export async function takePicture(
  page: Page,
  scene: Scene,
  { size, arrive }: Picture,
  theme: 'light' | 'dark',
): Promise<Buffer> {
  await page.setViewportSize(size);
  await enter(page, scene.origin, { session: scene.people.marketer.session, theme });
  const top = await arrive(page, scene);
  await atRest(page);
  await top?.evaluate((element, space) => {
    const header = document.querySelector('header');
    const covered = header && getComputedStyle(header).position === 'sticky' ? header.offsetHeight : 0;
    scrollBy({ top: element.getBoundingClientRect().top - covered - space, behavior: 'instant' });
  }, above);
  await atRest(page);
  return page.screenshot({ animations: 'disabled' });
}
