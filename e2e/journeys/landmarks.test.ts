// full: landmarks of the pages where axe had found some twice, or something outside of all
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { axeFindingsOfLandmarks } from '../axe.ts';
import { openBrowser } from '../browser.ts';
import { goTo, places } from '../places.ts';
import { openSmallScene, type Scene } from '../scene.ts';

const names = [
  'owner',
  ...['dashboard', 'users', 'videos', 'reports', 'jobs', 'health'].map((page) => `admin-${page}`),
];
const looked = places.filter(({ name }) => names.includes(name));

describe('landmarks', () => {
  let scene: Scene;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  before(async () => {
    [scene, browser] = await Promise.all([openSmallScene(), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await scene?.close();
  });

  it('checks the landmarks of every listed page', () => assert.equal(looked.length, names.length));

  for (const place of looked)
    it(`gives landmarks unique names and keeps all content in them, when the page is ${place.name}`, async () => {
      const page = browser.context.pages()[0]!;
      await goTo(page, scene, place);
      assert.deepEqual(await axeFindingsOfLandmarks(page), []);
    });
});
