// full: a recording of three quarters of an hour; watch-page.test.ts shows a short one
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import type { VideoDetail } from '@lectern/contract/videos/videos';
import { eventually } from '@lectern/server/test/member';
import { fetchAsset } from '@lectern/server/test/upload';
import { expect } from '../expect.ts';
import { stopClock } from '../stopped-clock.ts';
import { chooseTab, waitForPanel, pause, getPlayerSeconds, watching } from '../watching.ts';
import { drawTwice } from '../at-rest.ts';
import type { Page } from 'playwright-core';

/** The same numbers every time, from 0 to 1: what failed can be looked at again. */
function random(): () => number {
  let state = 20_261_122;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x7fff_ffff;
  };
}

/**
 * Selects words of the transcript as with a mouse, from the middle of one line to the middle of another; their tools
 * are at rest then.
 */
async function dragLines(page: Page, from: number, to: number): Promise<void> {
  const { mouse } = page;
  const ends = (n: number) =>
    page.locator(`[data-line="${n}"]`).evaluate((line) => {
      const [first, last] = [line.getClientRects()[0]!, [...line.getClientRects()].at(-1)!];
      // The left half of the first letter, after a space.
      return { x: first.x + 7, y: first.y + 8, endX: last.right - 4, endY: last.bottom - 8 };
    });
  // Opening may take the list to where one left off.
  for (let before = ''; ; await drawTwice(page)) {
    const now = JSON.stringify(await ends(from));
    if (now === before) break;
    before = now;
  }
  const [start, end] = [await ends(from), await ends(to)];
  await mouse.move(start.x, start.y);
  await mouse.down();
  await mouse.move(start.x + 12, start.y, { steps: 3 });
  await mouse.move(end.endX, end.endY, { steps: 6 });
  await mouse.up();
  if (JSON.stringify(await ends(from)) === JSON.stringify(start)) return toolsAtRest(page);
  // It moved under the hand all the same: once more, and not as a drag of what is selected now.
  await page.evaluate(() => getSelection()?.removeAllRanges());
  return dragLines(page, from, to);
}

/**
 * Waits until the tools stop moving: a click during the animation is retried, and from the third try Playwright
 * scrolls the list under them.
 */
const toolsAtRest = (page: Page): Promise<void> =>
  page.getByRole('toolbar', { name: 'Selected words' }).evaluate(async (shown) => {
    await Promise.all(shown.getAnimations().map(({ finished }) => finished));
  });

/** Following, finding one's way and taking words, in a recording of three quarters of an hour. */
describe('a long recording', () => {
  const { stage, page, open } = watching({ long: true });
  let video: VideoDetail;
  let starts: readonly number[];
  before(async () => {
    video = await fetchAsset(stage.people.member, stage.webinar);
    starts = webvttCues(video.vtt).map(({ start }) => start);
    assert.ok(video.duration > 2800 && starts.length > 700 && video.chapters.length > 5);
  });
  const next = random();
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const back = () => button('Back to current');
  const tab = (name: string) => page.getByRole('tab', { name });
  const lineOf = (seconds: number): number =>
    Math.max(
      0,
      starts.findLastIndex((start) => start <= seconds + 0.05),
    );

  /** Waits until the line of a time stands where it is read, in the panel or under what is pinned. */
  const lineInPlace = async (seconds: number, what: string): Promise<void> => {
    const line = lineOf(seconds);
    const last = await page.evaluate(async (n) => {
      const place = () => {
        const list = document.querySelector('[role=tabpanel]')!;
        const box = document.querySelector(`[data-line="${n}"]`)?.getBoundingClientRect();
        const pinned = [...document.querySelectorAll('[data-pinned]')].map(
          (each) => each.getBoundingClientRect().bottom,
        );
        const own = getComputedStyle(list).overflowY === 'auto';
        const { top, bottom } = own
          ? list.getBoundingClientRect()
          : { top: Math.max(0, ...pinned), bottom: innerHeight };
        return box && { from: box.top - top, left: bottom - box.bottom, height: bottom - top, line: box.height };
      };
      for (let left = 300; ; left -= 1) {
        const now = place();
        const there = now && now.from >= -1 && now.left >= -now.line && now.from <= now.height * 0.75;
        if (there || left === 0) return there ? undefined : (now ?? null);
        await new Promise(requestAnimationFrame);
      }
    }, line);
    assert.equal(last, undefined, `${what}: line ${line} of ${seconds} s is at ${JSON.stringify(last)}`);
    await expect(back(), `${what}: still follows`).toHaveCount(0);
  };

  type Box = { x: number; y: number; width: number };
  const seekSomehow = async (n: number, { x: left, y: top, width }: Box): Promise<string> => {
    // Not the first: a key may lead where it stands already, and nothing has been played yet.
    if (n % 3 === 2) {
      const key = ['n', 'p', 'l', 'j', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'][Math.floor(next() * 14)]!;
      await page.keyboard.press(key);
      return `key ${key}`;
    }
    const x = Math.floor(1 + next() * (width - 2));
    await page.mouse.click(left + x, top + 16);
    return `click at ${x} of ${width}`;
  };
  const seekAndLook = async (count: number): Promise<void> => {
    const box = (await page.getByRole('slider', { name: 'Time line' }).boundingBox())!;
    for (let n = 0; n < count; n += 1) {
      const how = await seekSomehow(n, box);
      await lineInPlace(await getPlayerSeconds(page), `seek ${n}, ${how}`);
    }
  };

  it('keeps its place in 150 seeks by clicks and keys', async () => {
    await open();
    await chooseTab(page, 'Transcript');
    await seekAndLook(150);
  });

  it('keeps it with reduced motion, and under the pinned player of a narrow screen', async () => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open();
    await chooseTab(page, 'Transcript');
    await seekAndLook(20);
    await open({ width: 390, height: 844 });
    await chooseTab(page, 'Transcript');
    await seekAndLook(20);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
  });

  it('begins at the line of its link, and takes the list along from wherever one has scrolled', async () => {
    for (let n = 0; n < 5; n += 1) {
      const seconds = Math.floor(next() * video.duration);
      await open({ search: `?t=${seconds}` });
      await chooseTab(page, 'Transcript');
      await lineInPlace(seconds, `?t=${seconds}`);
      await page.reload();
      await page.locator('[data-current-chapter]').waitFor();
      await page.waitForFunction(() => {
        const list = document.querySelector('[role=tabpanel]')!.getBoundingClientRect();
        const box = document.querySelector('[data-current-chapter]')!.getBoundingClientRect();
        return box.top >= list.top - 1 && box.top < list.bottom - 40;
      });
    }
    await chooseTab(page, 'Transcript');
    await page.getByRole('tabpanel').hover();
    await page.mouse.wheel(0, -4000);
    await back().waitFor();
    const { start_seconds } = video.chapters[3]!;
    await chooseTab(page, 'Chapters');
    await page.getByRole('link', { name: `Play from ${video.chapters[3]!.start}` }).click();
    await chooseTab(page, 'Transcript');
    await pause(page);
    await lineInPlace(await getPlayerSeconds(page), 'a chapter');
    assert.ok(Math.abs((await getPlayerSeconds(page)) - start_seconds) < 3);
  });

  it('shows its table of contents as a whole, with only the chapter that plays open', async () => {
    await open({ search: `?t=${video.chapters[4]!.start_seconds + 30}` });
    const panel = page.getByRole('tabpanel', { name: 'Chapters' });
    await expect(panel.getByRole('heading', { level: 3 })).toHaveCount(video.chapters.length);
    await expect(panel.getByRole('button', { name: /^Collapse chapter/ })).toHaveCount(1);
    await button('Collapse chapter 5').waitFor();
    const rows = await panel
      .getByRole('listitem')
      .evaluateAll((all) =>
        all.filter((row) => row.matches('ol > li:not([data-current-chapter])')).map((row) => row.clientHeight),
      );
    assert.ok(Math.max(...rows) < 110, `rows of ${rows.join(', ')} px`);
    await page.keyboard.press('n');
    await button('Collapse chapter 6').waitFor();
    await expect(panel.getByRole('button', { name: /^Collapse chapter/ })).toHaveCount(1);
    // The sidebar is a rail with names: a quarter of the rest is wide enough.
    const { width } = (await page.getByRole('region', { name: 'Chapters and transcript' }).boundingBox())!;
    assert.ok(width > 320, `${width} px`);
    await tab('Chapters').focus();
    await page.keyboard.press('End');
    await waitForPanel(page);
    await page.getByRole('tabpanel', { name: 'Quotes' }).locator('[data-quote]').first().waitFor();
    await expect(page.locator('[data-quote]')).toHaveCount(video.chapters.flatMap(({ quote }) => quote).length);
  });

  it('can be read in low windows and with everything enlarged', async () => {
    for (const [width, height] of [
      [720, 450],
      [667, 375],
      [360, 225],
    ] as const) {
      await open({ width, height });
      await chooseTab(page, 'Transcript');
      await page.getByRole('slider', { name: 'Time line' }).focus();
      await page.keyboard.press('End');
      await page.keyboard.press('PageDown');
      await lineInPlace(await getPlayerSeconds(page), `${width}×${height}`);
      const bar = page.getByRole('group', { name: 'Playing' });
      await bar.waitFor();
      const { y, height: high } = (await bar.boundingBox())!;
      assert.deepEqual([y, high], [0, 44]);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
    }
    await open({ width: 844, height: 390 });
    const panel = (await page.getByRole('region', { name: 'Chapters and transcript' }).boundingBox())!;
    assert.ok(panel.width > 310, `${panel.width} px`);
    const picture = (await page.locator('video').boundingBox())!;
    assert.ok(picture.y + picture.height < 330, 'the player with its controls is in sight');
  });

  describe('words of the transcript', () => {
    const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
    const tools = () => page.getByRole('toolbar', { name: 'Selected words' });
    const lineAt = (n: number) => page.locator(`[data-line="${n}"]`);
    const drag = (from: number, to: number) => dragLines(page, from, to);
    const cues = () => webvttCues(video.vtt);

    it('selects transcript words by dragging and copies them alone or with time and link', async () => {
      await open({ tab: 'Transcript' });
      await drag(1, 2);
      assert.equal(await getPlayerSeconds(page), 0, 'selecting plays nothing');
      await tools().getByRole('button', { name: 'Copy', exact: true }).click();
      const copied = await clipboard();
      const said = `${cues()[1]!.text} ${cues()[2]!.text}`;
      assert.ok(copied.length > 20 && said.includes(copied.trim()), `“${copied}” stands in “${said}”`);
      await tools().waitFor({ state: 'detached' });
      await drag(1, 2);
      await tools().getByRole('button', { name: 'Copy with time and link' }).click();
      assert.match(await clipboard(), /^“.+” \(00:00:04\)\nhttp.+\/asset\/[\da-f-]+\?t=4$/);
    });

    it('open the clip tool with their part, by keyboard alone', async () => {
      await open({ tab: 'Transcript' });
      await lineAt(3).focus();
      for (const key of ['Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown']) await page.keyboard.press(key);
      await tools().waitFor();
      await page.keyboard.press('Tab');
      for (let n = 0; n < 2; n += 1) await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const field = (name: string) => page.getByLabel(name, { exact: true }).inputValue();
      await page.getByRole('group', { name: 'Cut a clip' }).waitFor();
      assert.deepEqual([await field('Start'), await field('End')], ['00:00:12', '00:00:23.6']);
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('placeholder')), '00:00:00');
      await button('Close Cut a clip').click();
    });

    it('copies every selected cue, when Tab follows the selection at once', async () => {
      await open({ tab: 'Transcript' });
      await lineAt(3).focus();
      await page.keyboard.press('Shift+ArrowDown');
      await tools().waitFor();
      // In one go: the browser tells of a selection when the keys are done with.
      await page.evaluate(() => {
        for (const init of [{ key: 'ArrowDown', shiftKey: true }, { key: 'ArrowDown', shiftKey: true }, { key: 'Tab' }])
          document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { ...init, bubbles: true }));
      });
      await page.keyboard.press('Enter');
      await tools().waitFor({ state: 'detached' });
      assert.equal(await clipboard(), [3, 4, 5].map((n) => cues()[n]!.text).join(' '));
    });

    it('open nothing beneath by the second click of a double-click', async () => {
      await page.clock.install();
      await open({ tab: 'Transcript' });
      await dragLines(page, 8, 8);
      await stopClock(page);
      await tools().getByRole('button', { name: 'Copy', exact: true }).dblclick();
      await page.clock.runFor(1_000);
      await tools().waitFor({ state: 'detached' });
      await expect(page.getByRole('textbox', { name: /^Edit line at/ })).toHaveCount(0);
      assert.equal(await getPlayerSeconds(page), 0, 'nothing is played');
      await page.clock.resume();
    });

    it('become no quote, where two people said them', async () => {
      const at = cues().findIndex(({ speaker }, n) => n > 0 && speaker !== cues()[n - 1]!.speaker);
      assert.ok(at > 0);
      await open({ tab: 'Transcript' });
      await drag(at - 1, at);
      await tools().getByRole('button', { name: 'Quote' }).click();
      await page.getByText('A quote is what one person said.').waitFor();
    });

    it('become a quote of their chapter, which can be taken back', async () => {
      await open({ tab: 'Transcript' });
      const quotes = async () =>
        (await fetchAsset(stage.people.member, stage.webinar)).chapters[0]!.quote.map(({ quote }) => quote);
      const before = await quotes();
      await drag(5, 5);
      await tools().getByRole('button', { name: 'Quote' }).click();
      await page.getByText(/^Added to the quotes of/).waitFor();
      const now = await quotes();
      const added = now.filter((quote) => !before.includes(quote)).join();
      assert.ok(added !== '' && cues()[5]!.text.includes(added), added);
      await chooseTab(page, 'Quotes');
      await button(`Copy quote ${now.indexOf(added) + 1} of chapter 1`).click();
      assert.equal(await clipboard(), `“${added}”`);
      await chooseTab(page, 'Transcript');
      // Above what was told meanwhile.
      await drag(3, 3);
      await tools().getByRole('button', { name: 'Quote' }).click();
      await page.getByLabel('Notifications').getByRole('button', { name: 'Undo' }).last().click();
      await eventually(async () => (await quotes()).length === before.length + 1 || undefined, 'the quote taken back');
    });
  });

  describe('what was searched', () => {
    const words = 'retention curve';

    it('keeps the place, its mark and the list of other places, when one comes back', async () => {
      await open();
      await page.goto(`${stage.origin}/asset/view`);
      await page.getByRole('article').first().waitFor();
      await page.getByRole('searchbox', { name: 'Search your videos' }).fill(words);
      await page.keyboard.press('Enter');
      const results = page.getByRole('dialog', { name: `Results for “${words}”` });
      await results.getByRole('link', { name: /^\+\d+ more in this video$/ }).waitFor();
      const places = results.getByRole('list', { name: /^More places in/ }).getByRole('link');
      await places.nth(2).waitFor();
      const place = places.nth(1);
      const seconds = Number(new URL((await place.getAttribute('href'))!, stage.origin).searchParams.get('t'));
      await place.click();
      await page.waitForURL(/\?t=[\d.]+&q=retention%20curve$/);
      const mark = page.locator('[data-current-match]');
      await mark.waitFor();
      await expect(mark).toHaveText(words, { ignoreCase: true });
      await lineInPlace(seconds, 'a search result');
      await expect(page.getByRole('textbox', { name: 'Search in transcript' })).toHaveValue(words);
      await page.goBack();
      await results.waitFor();
      await page.keyboard.press('Escape');
      await results.waitFor({ state: 'detached' });
      assert.equal(new URL(page.url()).search, '');
    });

    it('finds results while typing, with Ctrl+K and / on every page, by keyboard alone', async () => {
      for (const [path, key] of [
        ['/asset/plan', '/'],
        [`/asset/${stage.webinar}`, 'Control+k'],
      ] as const) {
        await page.goto(`${stage.origin}${path}`);
        await page.getByRole('navigation', { name: 'Main' }).waitFor();
        await page.locator('main').focus();
        await page.keyboard.press(key);
        const palette = page.getByRole('dialog', { name: 'Search and go to' });
        await palette.getByRole('combobox').waitFor();
        await page.keyboard.type('activation rate');
        const said = palette.getByRole('option', { name: /Said/ }).first().locator('mark').first();
        await expect(said).toHaveText('activation rate', { ignoreCase: true });
        const lower = await palette
          .getByRole('option')
          .evaluateAll((rows) =>
            rows.filter((row) => row.scrollHeight > row.clientHeight).map((row) => row.textContent),
          );
        assert.deepEqual(lower, [], 'rows lower than their text');
        await page.keyboard.press('Enter');
        await page.waitForURL(/\/asset\/[\da-f-]+\?t=[\d.]+&q=activation%20rate(&in=chapters)?$/);
        await page.locator('[data-current-match]').waitFor();
      }
    });
  });

  it('stays recognisable where the system chooses the colours', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await open({ search: '?t=900' });
    await button('Clip').click();
    const colours = await page.evaluate(() => {
      const ground = (element: Element | null | undefined) => element && getComputedStyle(element).backgroundColor;
      const line = document.querySelector('[role=slider][aria-label="Time line"]');
      return {
        page: ground(document.documentElement) ?? '',
        segment: ground(line?.querySelector('span')),
        handle: ground(document.querySelector('[aria-label="Start of the clip"]')),
        edge: getComputedStyle(document.querySelector('[aria-label="Width of the chapter panel"]')!, '::before')
          .backgroundColor,
        button: getComputedStyle(
          [...document.querySelectorAll('button')].find((each) => each.textContent.trim() === 'Cut clip')!,
        ).borderTopWidth,
      };
    });
    assert.notEqual(colours.segment, colours.page);
    assert.notEqual(colours.handle, colours.page);
    assert.notEqual(colours.edge, colours.page);
    assert.equal(colours.button, '1px');
    await page.emulateMedia({ forcedColors: 'none' });
  });
});
