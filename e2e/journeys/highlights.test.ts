// full: the page of highlights; its rules are held by the tests of the server
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { axeFindings } from '../axe.ts';
import { expect, waitForTexts } from '../expect.ts';
import { pause, waitForPlayerTime, watching } from '../watching.ts';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { parseTimecode } from '@lectern/contract/rules/timecode';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { fetchAsset } from '@lectern/server/test/upload';

/** Words that are marked while one watches, and found again: by hand and by keys. */
describe('highlights', () => {
  const { stage, page, open } = watching();

  const line = (n: number) => page.locator(`[data-line="${n}"]`);
  const marked = () => page.locator('[data-highlighted]');
  const tools = () => page.getByRole('toolbar', { name: 'Selected words' });
  const message = (text: string) => page.locator('[data-toast]').getByText(text).first();
  const transcript = () => open({ tab: 'Transcript' });
  /** Selects some words of a line as dragging over them does. */
  const select = (n: number, words: string): Promise<void> =>
    page.evaluate(
      ([at, wanted]) => {
        const holder = document.querySelector(`[data-line="${at}"]`)!;
        const texts = document.createTreeWalker(holder, NodeFilter.SHOW_TEXT);
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          const from = node.textContent!.indexOf(wanted);
          if (from === -1) continue;
          getSelection()!.setBaseAndExtent(node, from, node, from + wanted.length);
          return;
        }
        throw new Error(`“${wanted}” is not one text of line ${at}`);
      },
      [n, words] as const,
    );
  const all = async (): Promise<void> => {
    await page.goto(`${stage.origin}/asset/highlights`);
    await page.getByRole('heading', { name: 'Highlights', level: 1 }).waitFor();
  };
  const row = (words: string) => page.getByRole('listitem').filter({ hasText: words });

  it('creates a highlight from a selection, marks it, undoes it by Ctrl+Z, and creates it again', async () => {
    await transcript();
    await select(5, 'interviewed thirty customers');
    await tools().getByRole('button', { name: 'Highlight' }).click();
    await message('Highlighted.').waitFor();
    await expect(marked()).toHaveText('interviewed thirty customers', { useInnerText: true });
    await page.keyboard.press('Control+z');
    await message('Undone: new highlight.').waitFor();
    await expect(marked()).toHaveCount(0);
    await select(5, 'interviewed thirty customers');
    await tools().getByRole('button', { name: 'Highlight' }).click();
    await marked().waitFor();
    // Selected again it is known, and can go there.
    await select(5, 'thirty');
    await tools().getByRole('button', { name: 'Remove highlight' }).click();
    await message('Highlight removed.').waitFor();
    await expect(marked()).toHaveCount(0);
    await page.locator('[data-toast]').getByRole('button', { name: 'Undo' }).last().click();
    await marked().waitFor();
  });

  it('creates a highlight across cues by keyboard alone', async () => {
    await transcript();
    await pause(page);
    await line(7).focus();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Shift+ArrowDown');
    await tools().waitFor();
    await page.keyboard.press('Tab');
    const chosen = () => page.evaluate(() => document.activeElement?.textContent);
    for (let tries = 0; tries < 6 && (await chosen()) !== 'Highlight'; tries += 1) await page.keyboard.press('Tab');
    assert.equal(await chosen(), 'Highlight');
    await page.keyboard.press('Enter');
    await message('Highlighted.').waitFor();
    await expect(marked()).toHaveCount(3);
    await expect(line(8).locator('[data-highlighted]')).toHaveText(/^That single story .* survey data\.$/, {
      useInnerText: true,
    });
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-line')), '8');
  });

  it('lists highlights beside the recording and plays from them', async () => {
    await transcript();
    await page.getByRole('button', { name: '2 highlights' }).click();
    const dialog = page.getByRole('dialog', { name: 'Highlights' });
    await dialog.getByRole('link', { name: /^Play from 00:21/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await waitForPlayerTime(page, 21.8, 2);
    await pause(page);
  });

  it('follow a correction on the page itself, and its undoing', async () => {
    await transcript();
    await marked().first().waitFor();
    await line(5).focus();
    await page.keyboard.press('F2');
    const editor = page.getByRole('textbox', { name: /^Edit line at/ });
    await editor.fill('Before our last launch we interviewed forty customers in two weeks.');
    await editor.press('Enter');
    await line(5)
      .locator('[data-highlighted]', { hasText: /^interviewed forty customers$/ })
      .waitFor();
    await page.keyboard.press('Control+z');
    await line(5)
      .locator('[data-highlighted]', { hasText: /^interviewed thirty customers$/ })
      .waitFor();
  });

  it('take notes', async () => {
    await all();
    await page.getByRole('button', { name: 'Edit note on “interviewed thirty customers”' }).click();
    const field = page.getByRole('textbox', { name: 'Edit note on “interviewed thirty customers”' });
    await field.fill('For the xylophone deck');
    await field.press('Control+Enter');
    await row('For the xylophone deck').waitFor();
  });

  it('can be had as files', async () => {
    await all();
    await page.getByRole('button', { name: 'Download' }).click();
    const downloaded = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Markdown' }).click();
    const file = await downloaded;
    assert.equal(file.suggestedFilename(), 'Highlights.md');
    assert.match(await readFile(await file.path(), 'utf8'), /> interviewed thirty customers/);
  });

  it('removes a highlight, keeps the focus, and restores it by Ctrl+Z', async () => {
    await all();
    await page.getByRole('button', { name: 'Remove “interviewed thirty customers”' }).focus();
    await page.keyboard.press('Enter');
    await row('interviewed thirty customers').waitFor({ state: 'detached' });
    assert.equal(await page.evaluate(() => document.activeElement?.hasAttribute('data-highlight')), true);
    await page.keyboard.press('Control+z');
    await row('interviewed thirty customers').waitFor();
    for (let left = 2; left > 0; left -= 1) {
      await page
        .getByRole('button', { name: /^Remove “/ })
        .first()
        .click();
      await message('Highlight removed.').waitFor();
    }
    await page.getByRole('heading', { name: 'Nothing is highlighted yet' }).waitFor();
    assert.deepEqual(await axeFindings(page), []);
  });

  /** A hand does not meet the borders of words. */
  describe('words that are selected from within one to within another', () => {
    /** From behind the first letter of one line to before the last letter of a later one. */
    const select = (from: number, to: number) =>
      page
        .locator('[data-line]')
        .first()
        .evaluate(
          (_, [one, other]) => {
            const letters = (n: number): Text[] => {
              const line = document.querySelector(`[data-line="${n}"]`)!;
              const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
              const found: Text[] = [];
              while (walker.nextNode()) found.push(walker.currentNode as Text);
              return found.filter(({ data }) => /\w{2}/.test(data));
            };
            const [begin, end] = [letters(one)[0]!, letters(other).at(-1)!];
            const range = document.createRange();
            range.setStart(begin, begin.data.search(/\w{2}/) + 1);
            range.setEnd(end, end.data.search(/\w\W*$/));
            getSelection()!.removeAllRanges();
            getSelection()!.addRange(range);
          },
          [from, to] as const,
        );
    const tool = (name: string) =>
      page.getByRole('toolbar', { name: 'Selected words' }).getByRole('button', { name, exact: true });

    it('highlights and quotes whole words and orders quotes by time, when a selection cuts words', async () => {
      await open({ tab: 'Transcript' });
      const { member } = stage.people;
      const { vtt, chapters } = await fetchAsset(member, stage.webinar);
      const lines = webvttCues(vtt);
      const said = (from: number, to: number): string =>
        lines
          .slice(from, to + 1)
          .map(({ text }) => text)
          .join(' ')
          .replace(/^.*?(?=\w{2})|\W+$/g, '');
      await select(1, 2);
      await tool('Highlight').click();
      await waitForTexts(page, 'Highlighted.');
      const { data } = await member.call(highlightRoutes.highlights, { passthrough: stage.webinar });
      assert.deepEqual(
        data.map(({ words }) => words),
        [said(1, 2)],
      );

      assert.ok(chapters[0]!.quote.length > 0);
      await select(0, 0);
      await tool('Quote').click();
      await waitForTexts(page, /^Added to the quotes of/);
      const quotes = (await fetchAsset(member, stage.webinar)).chapters[0]!.quote;
      assert.equal(quotes.length, chapters[0]!.quote.length + 1);
      assert.ok(quotes.some(({ quote }) => quote === said(0, 0)));
      const times = quotes.map(({ timecode }) => parseTimecode(timecode)!);
      assert.deepEqual(
        times,
        times.toSorted((a, b) => a - b),
      );
    });
  });
});
