/// <reference lib="dom" />
import type { Page } from 'playwright-core';

/**
 * How translators take a text out of a page: in one go, beside it and then away, beside all and then all away, or
 * around it.
 */
export const ways = ['replaces', 'inserts', 'follows', 'inserts before all', 'follows all', 'wraps'] as const;
type Way = (typeof ways)[number];

/**
 * Translates every page as browsers do: two nested `font` elements replace each text and are replaced again soon
 * after. Words stay unchanged, so tests find them.
 */
export const translatePages = (page: Page, way: Way): Promise<unknown> =>
  page.addInitScript((way) => {
    const untouched = new Set(['SCRIPT', 'STYLE', 'NOSCRIPT', 'TEXTAREA', 'OPTION', 'FONT', 'TITLE']);
    /** Told of twice before they are taken out: with what they came in, too. */
    const begun = new WeakSet<Text>();
    const translate = (text: Text): void => {
      const parent = text.parentElement;
      if (
        !parent ||
        untouched.has(parent.nodeName) ||
        !parent.translate ||
        begun.has(text) ||
        text.data.trim() === '' ||
        !document.body.contains(text)
      )
        return;
      const font = document.createElement('font');
      const words = font.appendChild(document.createElement('font'));
      if (way === 'replaces') text.replaceWith(font);
      if (way.startsWith('inserts')) text.before(font);
      if (way.startsWith('follows')) text.after(font);
      if (way === 'wraps') {
        text.before(font);
        words.append(text);
        return;
      }
      words.append(text.data);
      begun.add(text);
      const takeOut = (): void => {
        begun.delete(text);
        text.remove();
        requestAnimationFrame(() => font.replaceWith(font.cloneNode(true)));
      };
      if (way.endsWith(' all')) queueMicrotask(takeOut);
      else takeOut();
    };
    const look = (node: Node): void => {
      if (node instanceof Text) return translate(node);
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (texts.nextNode()) found.push(texts.currentNode as Text);
      for (const text of found) translate(text);
    };
    const observer = new MutationObserver((records) => {
      for (const { addedNodes, target, type } of records)
        if (type === 'characterData') look(target);
        else for (const node of addedNodes) look(node);
    });
    observer.observe(document, { childList: true, characterData: true, subtree: true });
  }, way);
