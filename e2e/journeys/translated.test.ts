/// <reference lib="dom" />
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { expect } from '../expect.ts';
import { fillFields } from '../places.ts';
import { itInFullRun } from '@lectern/server/test/rare';
import { enter } from '../stage.ts';
import { journey, openOnStage } from '../journey.ts';

/**
 * How translators take a text out of a page: in one go, beside it and then away, beside all and then all away, or
 * around it.
 */
const ways = ['replaces', 'inserts', 'follows', 'inserts before all', 'follows all', 'wraps'] as const;
type Way = (typeof ways)[number];

/**
 * Translates every page as browsers do: two nested `font` elements replace each text and are replaced again soon
 * after. Words stay unchanged, so tests find them.
 */
const translatePages = (page: Page, way: Way): Promise<unknown> =>
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

describe('pages under a browser’s translator', () => {
  const { stage, page, visit } = openOnStage();

  for (const [n, way] of ways.entries())
    describe(`that ${way} texts`, () => {
      // One way through the pages in the gate, each way with texts that change.
      const itThroughPages = n === 0 ? it : itInFullRun;
      const {
        page,
        visit: open,
        errors: faults,
      } = journey(async () => ({ origin: stage.origin, close: async () => undefined }));
      before(() => translatePages(page, way));

      const visit = async (path: string): Promise<void> => {
        await open(path);
        await page.locator('font font').first().waitFor();
      };
      const isWell = async (): Promise<void> => {
        assert.deepEqual(faults, []);
        assert.equal(await page.getByText('Unexpected Application Error!').count(), 0);
      };

      itThroughPages('sign in: with nothing, with what is wrong, and then', async () => {
        await enter(page, stage.origin, {});
        await visit('/login');
        const press = page.getByRole('button', { name: 'Sign In', exact: true });
        await press.click();
        await page.locator('[aria-invalid="true"]').first().waitFor();
        const { email } = stage.people.member.session;
        await fillFields(page, { Email: email, Password: 'not the right one' });
        await press.click();
        await page.getByRole('alert').first().waitFor();
        // It was busy meanwhile, with another text.
        await expect(press).toHaveText('Sign In');
        await isWell();
      });

      itThroughPages('choose a plan, change their mind and choose another', async () => {
        await enter(page, stage.origin, { session: stage.people.newcomer.session });
        await visit('/asset/plan');
        for (const plan of ['Executive', 'Professional']) {
          const choose = page.getByRole('button', { name: `Choose ${plan} Plan` });
          await choose.click();
          const question = page.getByRole('alertdialog');
          await question.getByRole('button', { name: 'Cancel' }).click();
          await expect(question).toHaveCount(0);
          await expect(choose).toHaveText(`Choose ${plan} Plan`);
        }
        await isWell();
      });

      itThroughPages('search, open a video, play it and look through its panels', async () => {
        await enter(page, stage.origin, { session: stage.people.member.session });
        await visit('/asset/view');
        await page.getByRole('heading', { name: /./ }).first().waitFor();
        await visit(`/asset/${stage.webinar}`);
        await page.getByRole('button', { name: 'Play', exact: true }).click();
        await page.getByRole('button', { name: 'Pause', exact: true }).click();
        for (const tab of await page.getByRole('tab').all()) {
          await tab.click();
          await expect(tab).toHaveAttribute('aria-selected', 'true');
        }
        await isWell();
      });

      it('show a text that changes, and lose none that comes or goes beside it', async () => {
        await visit('/login');
        const shown = await page.evaluate(async () => {
          const moment = (): Promise<unknown> =>
            new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const parent = document.body.appendChild(document.createElement('p'));
          const texts = ['one', ' of ', 'two'].map((words) => document.createTextNode(words));
          for (const text of texts) parent.append(text);
          await moment();
          const said: string[] = [];
          const say = async (): Promise<void> => {
            await moment();
            said.push(parent.textContent);
          };
          await say();
          texts[0]!.nodeValue = 'two';
          await say();
          texts[2]!.nodeValue = 'three';
          await say();
          parent.insertBefore(document.createElement('b'), texts[0]!).append('*');
          parent.insertBefore(document.createTextNode(' out'), texts[1]!);
          await say();
          parent.removeChild(texts[1]!);
          await say();
          parent.removeChild(texts[0]!);
          parent.appendChild(texts[0]!);
          await say();
          return said;
        });
        assert.deepEqual(shown, [
          'one of two',
          'two of two',
          'two of three',
          '*two out of three',
          '*two outthree',
          '* outthreetwo',
        ]);
      });

      it('show the original again, of which no text stays behind', async () => {
        await visit('/login');
        const shown = await page.evaluate(async () => {
          const moment = (): Promise<unknown> =>
            new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          const parent = document.body.appendChild(document.createElement('p'));
          const [first, second] = ['one', 'two'].map((words) => document.createTextNode(words));
          parent.append(first!, second!);
          await moment();
          // Its translator lets it be from now on.
          parent.translate = false;
          for (const font of parent.querySelectorAll(':scope > font')) font.replaceWith(font.textContent);
          await moment();
          parent.removeChild(first!);
          return parent.textContent;
        });
        assert.equal(shown, 'two');
      });
    });

  it('throws the usual DOM errors, when the page is not translated', async () => {
    await visit('/login');
    const names = await page.evaluate(() => {
      const [one, other] = [document.createElement('p'), document.createElement('p')];
      const nameOf = (work: () => unknown): string => {
        try {
          work();
          return 'none';
        } catch (error) {
          return (error as Error).name;
        }
      };
      document.body.append(one);
      return [nameOf(() => one.removeChild(other)), nameOf(() => one.insertBefore(document.createElement('b'), other))];
    });
    assert.deepEqual(names, ['NotFoundError', 'NotFoundError']);
  });
});
