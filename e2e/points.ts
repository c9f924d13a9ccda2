/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import { atRest } from './at-rest.ts';
import { goTo, places, search } from './places.ts';
import type { Scene, PageState } from './scene.ts';
import { enter } from './stage.ts';
import { canPlay, chooseTab } from './watching.ts';

/** A picture of what the audit of looks and feel had found. */
export type AuditScreenshot = {
  name: string;
  size?: { width: number; height: number };
  forcedColors?: true;
  take: (page: Page, scene: Scene) => Promise<unknown>;
};

async function watch(page: Page, scene: Scene, search = ''): Promise<void> {
  await enter(page, scene.origin, { session: scene.people.member.session });
  await page.goto(`${scene.origin}/asset/${scene.webinar}${search}`);
  await canPlay(page);
  await page.getByRole('heading', { level: 3 }).first().waitFor();
}

async function visit(page: Page, scene: Scene, path: string): Promise<void> {
  await enter(page, scene.origin, { session: scene.people.member.session });
  await page.goto(scene.origin + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

async function office(page: Page, scene: Scene, path: string): Promise<void> {
  await enter(page, scene.origin, { admin: scene.administrator });
  await page.goto(`${scene.origin}/admin/${path}`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** As a place of `places.ts` shows it. */
const placeOf =
  (name: PageState['name']) =>
  (page: Page, scene: Scene): Promise<void> =>
    goTo(
      page,
      scene,
      places.find((place) => place.name === name)!,
    );

const onTimeLine = async (page: Page, share: number, act: 'click' | 'hover'): Promise<void> => {
  const line = page.getByRole('slider', { name: 'Time line' });
  const { width } = (await line.boundingBox())!;
  await line[act]({ position: { x: Math.floor(width * share), y: 16 } });
};

const lowWindow = async (page: Page, scene: Scene): Promise<void> => {
  await watch(page, scene, '?t=1500');
  await chooseTab(page, 'Transcript');
};

const selected = async (page: Page, scene: Scene): Promise<void> => {
  await watch(page, scene);
  await chooseTab(page, 'Transcript');
  await page.locator('[data-line="3"]').evaluate((line) => getSelection()?.selectAllChildren(line));
  await page.getByRole('toolbar', { name: 'Selected words' }).waitFor();
};

const found = async (page: Page, scene: Scene): Promise<void> => {
  await visit(page, scene, '/asset/view');
  await search(page, 'customers');
  await page.getByRole('dialog').getByRole('link').first().waitFor();
};

/** The points of the audit, each as it is seen now. */
export const points: readonly AuditScreenshot[] = [
  {
    name: '01-deep-link',
    async take(page, scene) {
      await watch(page, scene, '?t=1500');
      await chooseTab(page, 'Transcript');
    },
  },
  {
    name: '01-click-on-the-time-line',
    async take(page, scene) {
      await watch(page, scene);
      await chooseTab(page, 'Transcript');
      await onTimeLine(page, 0.82, 'click');
    },
  },
  { name: '02-zoom-200', size: { width: 720, height: 450 }, take: lowWindow },
  { name: '02-phone-sideways', size: { width: 667, height: 375 }, take: lowWindow },
  { name: '02-split-844', size: { width: 844, height: 390 }, take: lowWindow },
  { name: '03-chapters', take: (page, scene) => watch(page, scene, '?t=1000') },
  { name: '04-selected-words', take: selected },
  { name: '04-quotes', take: placeOf('video-quotes') },
  {
    name: '05-clip-tool',
    async take(page, scene) {
      await watch(page, scene, '?t=1500');
      await button(page, 'Clip').click();
      await page.getByRole('group', { name: 'Cut a clip' }).waitFor();
    },
  },
  {
    name: '05-clip-page',
    async take(page, scene) {
      const part = { passthrough: scene.webinar, timein: '00:25:00', timeout: '00:25:20' };
      const query = new URLSearchParams({ ...part, start: String(Date.now() + 60_000) });
      await enter(page, scene.origin, { session: scene.people.member.session });
      await page.goto(`${scene.origin}/asset/video-cut?${query}`);
      await page.getByText('Your edited video has downloaded successfully').first().waitFor();
    },
  },
  { name: '06-tour', take: placeOf('landing-tour') },
  {
    name: '07-publish',
    async take(page, scene) {
      const { kysely } = scene.server.world.database;
      const member = kysely.updateTable('users').where('id', '=', scene.people.member.session.id);
      await member.set({ plan: 'professional' }).execute();
      const session = { ...scene.people.member.session, plan: 'professional' as const };
      await enter(page, scene.origin, { session });
      await page.goto(`${scene.origin}/asset/portal`);
      await button(page, 'Generate Embed Code').click();
      await page.getByRole('dialog').getByRole('heading').first().waitFor();
      await member.set({ plan: 'executive' }).execute();
    },
  },
  { name: '08-results', take: found },
  {
    name: '08-result-opened',
    async take(page, scene) {
      await found(page, scene);
      await page.getByRole('dialog').getByRole('link').first().click();
      await canPlay(page);
      await page.locator('mark').first().waitFor();
    },
  },
  { name: '09-before-the-upload', take: placeOf('upload') },
  {
    name: '09-without-captions',
    take: placeOf('library-without-captions'),
  },
  { name: '10-share', take: placeOf('rewritten-share') },
  { name: '11-library', take: (page, scene) => visit(page, scene, '/asset/view') },
  { name: '12-forced-colours', forcedColors: true, take: (page, scene) => watch(page, scene, '?t=1000') },
  {
    name: '13-captions-in-full-screen',
    async take(page, scene) {
      await watch(page, scene, '?t=1500');
      if ((await button(page, 'Captions').getAttribute('aria-pressed')) === 'false')
        await button(page, 'Captions').click();
      await button(page, 'Full screen').click();
      await page.waitForFunction(() => document.fullscreenElement !== null);
    },
  },
  {
    name: '14-player',
    async take(page, scene) {
      await watch(page, scene, '?t=1000');
      await onTimeLine(page, 0.6, 'hover');
    },
  },
  {
    name: '15-one-scroller',
    async take(page, scene) {
      await watch(page, scene);
      await page.getByText('All Rights Reserved').scrollIntoViewIfNeeded();
    },
  },
  {
    name: '16-drop-anywhere',
    async take(page, scene) {
      await visit(page, scene, '/asset/view');
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.items.add(new File(['talk'], 'talk.mp4', { type: 'video/mp4' }));
        window.dispatchEvent(new DragEvent('dragenter', { dataTransfer: data, bubbles: true, cancelable: true }));
        document.body.dispatchEvent(new DragEvent('dragover', { dataTransfer: data, bubbles: true, cancelable: true }));
      });
    },
  },
  { name: '17-user-dialog', take: placeOf('admin-user-dialog') },
  { name: '17-sign-in-refused', take: placeOf('login-refused') },
  {
    name: '18-texts',
    async take(page, scene) {
      await watch(page, scene);
      await page.getByText('48:00').first().scrollIntoViewIfNeeded();
      await page.getByRole('heading', { level: 1 }).evaluate((title) => title.scrollIntoView());
    },
  },
  { name: '19-sign-in', take: placeOf('login') },
  { name: '19-forgot-password', take: placeOf('forgot-password') },
  {
    name: '20-offline',
    async take(page, scene) {
      await visit(page, scene, '/asset/view');
      await atRest(page);
      await page.context().setOffline(true);
      await page
        .getByText(/^The server cannot be reached/)
        .first()
        .waitFor();
    },
  },
  { name: '20-trial', take: placeOf('upload') },
  { name: '20-ai-answer', take: placeOf('video-ai-answer') },
  { name: '20-admin-dashboard', take: (page, scene) => office(page, scene, 'dashboard') },
  { name: '20-admin-users', take: (page, scene) => office(page, scene, 'users') },
  {
    name: '20-user-dropdown',
    async take(page, scene) {
      await office(page, scene, 'token-histories');
      await button(page, 'All users').click();
      await page.getByRole('option').nth(2).waitFor();
    },
  },
];
