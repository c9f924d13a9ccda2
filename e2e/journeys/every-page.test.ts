import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { pages } from '@lectern/contract/rules/pages';
import { pathsOfApp, patternsOfPages } from '../addresses.ts';
import { axeFindings } from '../axe.ts';
import { goTo, places } from '../places.ts';
import { openSmallScene, type PageState } from '../scene.ts';
import { journey } from '../journey.ts';

/** Each page of the product in one state: the first of its rows in `places.ts`. The full run looks at all of them. */
describe('every page, once', () => {
  const { opened: scene, page, foreign } = journey(() => openSmallScene());
  let complaints: string[] = [];
  /** The first place of each page, by the pattern of its address; what has no page of its own is under `nowhere`. */
  const firsts = new Map<string, PageState>();
  let patterns: string[];
  before(async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(`${message.text()} ${message.location().url}`);
    });
    patterns = await patternsOfPages();
    for (const place of places) {
      const pattern = findPattern(patterns, typeof place.path === 'string' ? place.path : place.path(scene));
      if (!firsts.has(pattern)) firsts.set(pattern, place);
    }
  });

  it('lists every page among the places, when it has a route or the server renders it', () => {
    assert.ok(patterns.length > 35, patterns.join(' '));
    assert.deepEqual(
      patterns.filter((pattern) => !firsts.has(pattern)),
      [],
    );
  });

  it('includes every router page in the list of server pages', async () => {
    assert.deepEqual((await pathsOfApp()).toSorted(), pages.toSorted());
  });

  it('passes axe and calls no other host on every page, when the theme is light', async (t) => {
    for (const [pattern, place] of firsts)
      await t.test(pattern, async () => {
        complaints = [];
        await goTo(page, scene, place);
        assert.deepEqual(await axeFindings(page), []);
        const unexpected = complaints.filter((text) => !place.refusal || !text.includes(`status of ${place.refusal}`));
        assert.deepEqual({ foreign, unexpected }, { foreign: [], unexpected: [] });
      });
  });
});

/** The pattern that an address belongs to: of several the one with the fewest parameters, as the router has it. */
function findPattern(patterns: readonly string[], address: string): string {
  const [pathname] = address.split(/[?#]/);
  const parameters = (pattern: string): number => pattern.split(':').length;
  const [found = 'nowhere'] = patterns
    .filter((pattern) => new URLPattern({ pathname: pattern }).test({ pathname }))
    .toSorted((a, b) => parameters(a) - parameters(b));
  return found;
}
