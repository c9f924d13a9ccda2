/// <reference lib="dom" />
import { sweepSearch } from '@lectern/server/features/library/search/fold-texts';
import type { Page } from 'playwright-core';
import type { Scene } from './scene.ts';

/** One word as no line holds it: 190 letters, as titles may have them. */
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(4).slice(0, 190);
const longAddress = `https://example.com/${'a'.repeat(90)}`;
const long = `${longWord} im Wandel ${longAddress}`;

/** Writes them into everything that people and engines can write. */
export async function writeLongWords({ server }: Scene): Promise<void> {
  const { kysely } = server.world.database;
  await kysely
    .updateTable('videos')
    .set({ title: long, description: long, summary: long, file_name: `${longWord}.mp4`, folding: null })
    .execute();
  await kysely.updateTable('chapters').set({ title: long, summary: long }).execute();
  for (const { id, quotes } of await kysely.selectFrom('chapters').select(['id', 'quotes']).execute())
    await kysely
      .updateTable('chapters')
      .set({ quotes: JSON.stringify(quotes.map((each) => ({ ...each, quote: long }))) })
      .where('id', '=', id)
      .execute();
  await kysely.updateTable('cues').set({ text: long, speaker: longWord }).execute();
  await kysely.updateTable('highlights').set({ words: long, note: long }).execute();
  await kysely
    .updateTable('glossary_terms')
    .set({ term: longWord, misspellings: [`${longWord}s`] })
    .execute();
  await kysely.updateTable('users').set({ firstname: longWord, lastname: longWord }).execute();
  await kysely
    .updateTable('portals')
    .set({ title: longWord.slice(0, 100) })
    .execute();
  // As after a change of folding: what is searched is written from the texts as they are.
  await sweepSearch(server.world);
}

/** Lists overflows: a page wider than the window, controls outside it, and text outside its box. */
export const overruns = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide`);
    const name = (element: Element): string => element.outerHTML.replaceAll(/\s+/g, ' ').slice(0, 160);
    /** Where something is cut off, or the window ends; tables scroll by themselves. */
    const edgeOf = (element: Element): number => {
      let edge = innerWidth;
      for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
        const { overflowX, display } = getComputedStyle(at);
        // Elements without a box clip nothing.
        if (overflowX === 'visible' || display === 'contents') continue;
        if (at.querySelector(':scope > table')) return Infinity;
        edge = Math.min(edge, at.getBoundingClientRect().right);
      }
      return edge;
    };
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true }) && element.getBoundingClientRect().width > 1;
    for (const control of document.querySelectorAll('button, a[href], input, select, textarea, [role=slider]')) {
      if (!isSeen(control)) continue;
      const over = control.getBoundingClientRect().right - edgeOf(control);
      if (over > 1) found.push(`${Math.round(over)} px outside: ${name(control)}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { currentNode: text } = texts;
      let box = text.parentElement!;
      while (['inline', 'contents'].includes(getComputedStyle(box).display) && box.parentElement)
        box = box.parentElement;
      if (!text.textContent?.trim() || !isSeen(box) || getComputedStyle(box).textOverflow === 'ellipsis') continue;
      if (box.closest('option, select, script, style, .sr-only')) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const right = Math.max(...[...range.getClientRects()].map((rect) => rect.right));
      const over = right - Math.min(box.getBoundingClientRect().right, edgeOf(box));
      if (over > 1) found.push(`letters ${Math.round(over)} px outside: ${name(box)}`);
    }
    return found;
  });
