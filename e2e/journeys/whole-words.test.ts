// full: whole words in the searches of the pages; whole-words.test.ts holds the rule
/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { highlightRoutes } from '@lectern/contract/editing/highlights';
import { parseTimecode } from '@lectern/contract/rules/timecode';
import { webvttCues } from '@lectern/contract/rules/webvtt';
import { fetchAsset } from '@lectern/server/test/upload';
import { waitForTexts } from '../reads.ts';
import { watching } from '../watching.ts';

/** A hand does not meet the borders of words. */
describe('words that are selected from within one to within another', () => {
  const watch = watching();
  /** From behind the first letter of one line to before the last letter of a later one. */
  const select = (from: number, to: number) =>
    watch.page
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
    watch.page.getByRole('toolbar', { name: 'Selected words' }).getByRole('button', { name, exact: true });

  it('highlights and quotes whole words and orders quotes by time, when a selection cuts words', async () => {
    await watch.open({ tab: 'Transcript' });
    const { page, stage } = watch;
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
